"""Alpha-beta for any game: the kernel, its parts, and its drivers."""
