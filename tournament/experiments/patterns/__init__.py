"""The pattern evaluation beside Bill's: matches, errors, best moves, and values by depth."""
