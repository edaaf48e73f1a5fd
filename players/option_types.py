"""Options that several players have: their types, and what each says in a line of plain words."""

from typing import Annotated, Literal

Depth = Annotated[int | None, "How many moves ahead it looks; 4 if there is no other limit"]
Nodes = Annotated[int | None, "The most positions that it looks at for a move"]
Seconds = Annotated[float | None, "The most seconds of computing time that it uses for a move"]
EvaluatorName = Annotated[
    str, "Who judges the positions at which it stops looking, such as bill or patterns"
]
DriverName = Annotated[
    Literal["alphabeta", "pvs", "mtdf"],
    "How the search is led: for all values at once, with guesses (pvs) or by them (mtdf)",
]
OrderName = Annotated[
    Literal["auto", "none", "value", "table", "table-value"],
    "In which order moves are tried: good ones first save the most",
]
TableBits = Annotated[
    int, "Memory for positions seen before: the power of two of its size, 0 for none"
]
Deepening = Annotated[
    bool, "Looks one move ahead, then two, and so on: it has an answer at any time"
]
Solve = Annotated[
    int | None, "With so many empty squares or fewer it plays perfectly; else where that is quick"
]
Seed = Annotated[int, "A number that decides its chances: the same one gives the same games"]

Command = Annotated[str | None, "command starts the engine, or name is that of one in engines.toml"]
Patience = Annotated[
    float | None, "patience is how many seconds an answer is waited for where no clock runs"
]
Folder = Annotated[
    str | None, 'The engine works in folder, with variables such as "A=1 B=2" in its environment'
]
Log = Annotated[str | None, "what is said goes to the end of the file log"]
"""Options of players that are other programs, from `Command` on."""
