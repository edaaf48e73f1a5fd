"""The pattern evaluation beside Bill's: matches, errors, values by depth, and moves in problems."""
