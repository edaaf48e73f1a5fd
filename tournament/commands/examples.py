"""The examples at the end of the help of each command, by its name; "" stands for none."""

EXAMPLES = {
    "": """
examples:
  python -m tournament                        the ladder of the default players
  python -m tournament match alphabeta:depth=3 greedy
  python -m tournament ladder alphabeta alphabeta:driver=pvs --rungs 8
  python -m tournament --players mine match mine:level=2 mobility
  python -m tournament resume                 go on with what was stopped last
The same command typed again goes on where it stopped, or shows the result.""",
    "ladder": """
examples:
  python -m tournament ladder
  python -m tournament ladder alphabeta alphabeta:driver=pvs --cost cpu --max-depth 5
  python -m tournament ladder alphabeta alphabeta:order=none --openings 20 --json""",
    "match": """
examples:
  python -m tournament match alphabeta:depth=3,evaluator=mobility greedy
  python -m tournament match random:seed=1 mobility --openings 20 --json
  python -m tournament match alphabeta mobility --openings f5d6c3d3,f5f6e6f4 --nodes 5000""",
    "round-robin": """
examples:
  python -m tournament round-robin greedy mobility alphabeta:depth=2 --openings 20
  python -m tournament round-robin alphabeta forward interest --nodes 2000 --json""",
    "gauntlet": """
examples:
  python -m tournament gauntlet alphabeta:depth=2 greedy mobility random --openings 20""",
    "sprt": """
examples:
  python -m tournament sprt alphabeta:depth=2 alphabeta:depth=1 --elo0 0 --elo1 100
  python -m tournament sprt forward alphabeta --nodes 2000 --openings random:count=2000
  python -m tournament sprt random:seed=1 random:seed=2 --elo0 -20 --elo1 20""",
    "parity": """
examples:
  python -m tournament parity forward alphabeta:evaluator=bill --nodes 2000 --openings 60
  python -m tournament parity forward alphabeta:evaluator=bill --seconds 0.01""",
    "show": """
examples:
  python -m tournament show                   all ladders and matches
  python -m tournament show 3f2a              one ladder or match, by the start of its id""",
    "resume": """
examples:
  python -m tournament resume                 the latest that is not finished
  python -m tournament resume 3f2a --jobs 2""",
    "export": """
examples:
  python -m tournament export > games.csv
  python -m tournament export 3f2a --output games.ggf
  python -m tournament export --output games.wtb""",
    "import": """
examples:
  python -m tournament import laptop.sqlite server.sqlite""",
    "check": """
examples:
  python -m tournament check                  all players
  python -m tournament check alphabeta:depth=8 forward
  python -m tournament --players mine check   the players of mine.py""",
    "report": """
examples:
  python -m tournament report                 all results, in report.html
  python -m tournament report 3f2a --output match.html --markdown match.md""",
    "experiment": """
examples:
  python -m tournament experiment             a list of them
  python -m tournament experiment NAME --help""",
}
