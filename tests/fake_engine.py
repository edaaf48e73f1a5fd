"""An engine of GTP or NBoard for tests of faults: it plays the lowest legal square.

Usage: fake_engine.py PROTOCOL [FAULT [PLACE]]: the fault comes with the first question that needs
thought, or with the one of number PLACE. It imports nothing of the project.
"""

import os
import subprocess
import sys
import time

DIRECTIONS = [(row, file) for row in (-1, 0, 1) for file in (-1, 0, 1) if row or file]


def start():
    board = dict.fromkeys([(row, file) for row in range(8) for file in range(8)], "")
    board[3, 4] = board[4, 3] = "b"
    board[3, 3] = board[4, 4] = "w"
    return board


def flips(board, colour, square):
    if board[square]:
        return []
    turned = []
    for row, file in DIRECTIONS:
        run, (r, f) = [], (square[0] + row, square[1] + file)
        while board.get((r, f)) not in ("", None, colour):
            run.append((r, f))
            r, f = r + row, f + file
        if board.get((r, f)) == colour:
            turned += run
    return turned


def place(board, colour, square):
    for other in (square, *flips(board, colour, square)):
        board[other] = colour


def lowest(board, colour):
    return next((square for square in sorted(board) if flips(board, colour, square)), None)


def name(square):
    return "pass" if square is None else f"{'ABCDEFGH'[square[1]]}{square[0] + 1}"


def square_of(text):
    return int(text[1]) - 1, "abcdefgh".index(text[0].lower())


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


class Fault:
    """What goes wrong, and at which question."""

    def __init__(self, kind, place):
        self.kind, self.left = kind, place

    def happens(self, answer, illegal):
        """Whether the fault was all the answer that there is."""
        self.left -= 1
        if self.left:
            return False
        if self.kind == "crash":
            print("out of luck", file=sys.stderr, flush=True)
            os._exit(7)
        if self.kind in ("hang", "fork", "leave"):
            print("silent from now on", file=sys.stderr, flush=True)
            time.sleep(600)
        if self.kind == "flood":
            while True:
                say("nonsense " * 100)
        if self.kind == "long":
            say("x" * 2**20)
        if self.kind == "half":
            say(answer[: len(answer) // 2], end="")
            time.sleep(600)
        if self.kind == "garbage":
            for _ in range(200_000):
                sys.stdout.buffer.write(b"\xff\xfe\x00?!\n")
            time.sleep(600)
        if self.kind == "illegal":
            say(illegal)
            return True
        if self.kind == "future":
            say(f"={'9' * 5000}\n")
        return False


def gtp(fault):
    board = start()
    for line in sys.stdin:
        number, command, *words = line.split()
        text = ""
        if command == "protocol_version":
            text = "2"
        elif command == "list_commands":
            text = "play\ngenmove\nclear_board\nboardsize\nname\nversion"
        elif command in ("name", "version"):
            text = f"fake {command}"
        elif command == "clear_board":
            board = start()
        elif command == "play" and words[1] != "pass":
            place(board, words[0], square_of(words[1]))
        elif command == "genmove":
            square = lowest(board, words[0])
            text = name(square)
            if fault.happens(f"={number} {text}\n", f"={number} D4\n"):
                continue
            if square is not None:
                place(board, words[0], square)
        elif command == "quit":
            say(f"={number}\n")
            return
        say(f"={number} {text}\n")


def nboard(fault):
    import re

    board, colour = start(), "b"
    for line in sys.stdin:
        command, *words = line.split()
        if command == "ping":
            say(f"pong {words[0]}")
        elif command == "set" and words[0] == "game":
            squares = re.search(r"BO\[8 (\S*) (\S)\]", line)
            colours = {"*": "b", "O": "w", "-": ""}
            board = {divmod(i, 8): colours[disc] for i, disc in enumerate(squares[1])}
            colour = colours[squares[2]]
            for side, move in re.findall(r"([BW])\[(\w\w)\]", line):
                if move != "PA":
                    place(board, side.lower(), square_of(move))
                colour = "w" if side == "B" else "b"
        elif command == "go":
            square = name(lowest(board, colour))
            answer = f"=== {square}/1.50/0.01"
            if not fault.happens(answer, "=== D4"):
                say("status thinking")
                say(f"search {square} 1.50 0 7 text")
                say("nodestats 1234 0.01")
                say(answer)
        elif command == "quit":
            return


if __name__ == "__main__":
    protocol, kind, number = (*sys.argv[1:], *["", "1"][len(sys.argv) - 2 :])
    if kind == "exit":
        sys.exit(3)
    if kind in ("fork", "leave"):
        child = subprocess.Popen(
            [sys.executable, "-S", "-c", "import time; time.sleep(600)"],
            start_new_session=kind == "leave",
        )
        print(f"child {child.pid}", file=sys.stderr, flush=True)
    if kind == "deaf":
        os.close(0)
        time.sleep(600)
    (gtp if protocol == "gtp" else nboard)(Fault(kind, int(number)))
