"""Learning where the engine may cut: values of positions by depth, and fits to them."""
