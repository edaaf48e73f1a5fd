"""Our players served to other people's programs: windows, servers and tournaments."""
