"""Served players: what they answer by each protocol, whatever comes in."""

import codecs
import io
import os
import random
import sys
import threading
import time

import numpy as np
import programs
import pytest
from patience import PATIENCE_SECONDS
from served import SERVERS, Session, passing_game, without_its_last_pass

from othello import notation
from othello.game import Game
from othello.notation import square_name
from players import registry
from players.external import gtp_server, nboard_server
from players.external.nboard_engine import game_text
from players.external.serve_command import main
from players.external.serving import LONGEST_REQUEST, TOO_LONG, Inbox, Thinker, TimeLeft
from players.protocol import Choice


def test_gtp_answers_as_specified():
    session = Session("gtp")
    answers = {
        "1 protocol_version": "=1 2\n\n",
        "known_command genmove": "= true\n\n",
        "known_command": "= false\n\n",
        "2 boardsize 8": "=2\n\n",
        "boardsize 6": "? unacceptable size\n\n",
        "boardsize x": "? syntax error\n\n",
        "3\tgenmove b # greedy": "=3 D3\n\n",
        "play b c5": "? illegal move\n\n",
        "play w c5": "=\n\n",
        "play b a1": "? illegal move\n\n",
        "play b i9": "? syntax error\n\n",
        "play green a1": "? syntax error\n\n",
        "genmove w": "? it is the other side's turn\n\n",
        "4 genmove black": "=4 B6\n\n",
        "undo": "=\n\n",
        "genmove b": "= B6\n\n",
        "6 nothing": "?6 unknown command\n\n",
        "7": "?7 unknown command\n\n",
        "# a comment": "",
        "   ": "",
        "time_settings 60 10 5": "=\n\n",
        "time_settings 60 -1 5": "? syntax error\n\n",
        "time_left w 60 0": "=\n\n",
        "level 3": "=\n\n",
        "level 0": "? syntax error\n\n",
        "set_game Othello": "=\n\n",
        "set_game Go": "? unsupported game\n\n",
        "undo ": "? cannot undo\n\n",
        "quit": "=\n\n",
    }
    assert {line: session.ask(line) for line in answers} == answers
    assert session.ask("list_commands").split()[1:] == list(gtp_server.GTP_COMMANDS)


def test_gtp_shows_and_scores_a_game():
    session, game = Session("gtp"), passing_game()
    while not game.over:
        game.play(game.legal()[0])
    assert session.ask("showboard").startswith("= \n  a b c d e f g h\n1 - - ")
    assert session.ask("final_score") == "? cannot score: the game is not over\n\n"
    session.ask(*gtp_moves(game))
    winner = "B" if game.result() > 0 else "W"
    assert session.ask("final_score") == f"= {winner}+{abs(game.result())}\n\n"
    assert session.ask("undo").startswith("=") and "game over" not in session.ask("showboard")


def gtp_moves(game):
    """The moves of a game as commands, without the pass at its end."""
    moves = game.transcript(passes=True).removesuffix("--")
    names = [moves[place : place + 2] for place in range(0, len(moves), 2)]
    return [f"play {'bw'[ply % 2]} {name}" for ply, name in enumerate(names)]


@pytest.mark.parametrize("answer", ["genmove", "play"])
def test_gtp_passes_are_turns(answer):
    game = passing_game()
    session = Session("gtp")
    assert "?" not in session.ask("clear_board", *gtp_moves(game))
    passing, other = ("w", "b") if game.black_to_move else ("b", "w")
    if answer == "genmove":
        assert session.ask(f"genmove {passing}") == "= pass\n\n"
    else:
        assert session.ask(f"play {passing} pass") == "=\n\n"
    assert session.ask(f"play {passing} pass").startswith("?")
    assert session.ask("undo", "undo", gtp_moves(game)[-1], f"play {passing} PASS").count("=") == 4
    assert session.ask(f"genmove {other}").startswith("= ")


@pytest.mark.parametrize("question", ["play", "genmove"])
def test_gtp_implies_an_omitted_pass(question):
    game, session = passing_game(), Session("gtp")
    session.ask("clear_board", *gtp_moves(game))
    passing, other = ("w", "b") if game.black_to_move else ("b", "w")
    best = square_name(registry.make("greedy").choose(game.position).move).upper()
    if question == "play":
        assert (
            session.ask(f"play {other} pass", f"play {other} {best}") == "? illegal move\n\n=\n\n"
        )
    else:
        assert session.ask(f"{question} {other}") == f"= {best}\n\n"
    assert session.server.state.game.moves == (*game.moves, notation.parse_move(best))
    session.ask("undo")
    assert session.ask(f"genmove {passing}") == "= pass\n\n"


def test_nboard_answers_as_specified():
    session = Session("nboard", Thinker("alphabeta:evaluator=mobility"))
    assert session.ask("nboard 2") == "set myname alphabeta:evaluator=mobility\n"
    game = Game.from_transcript("f5d6c3")
    assert session.ask("set depth 2", f"set game {game_text(game)}", "ping 17") == "pong 17\n"
    lines = session.ask("go").splitlines()
    assert lines[0].startswith("status") and lines[-1] == "status"
    assert lines[-2].startswith("=== ")
    move = lines[-2].split()[1].split("/")[0]
    assert lines[1].split()[:2][0] == "search" and lines[1].split()[1].startswith(move)
    assert lines[1].split()[4] == "2"
    hints = session.ask("hint 2").splitlines()
    assert [line.split()[0] for line in hints] == ["status", "search", "search", "status"]
    assert session.ask("move d3/1.0/2", "E1", "move d3") == ""
    assert session.server.game.transcript() == "f5d6c3d3"
    for line in ("foo", "set", "set depth x", "move z9", "ping x", "set contempt 3", "hint"):
        assert "=== " not in session.ask(line)
    assert session.ask("set game nonsense").startswith("status cannot read the game")
    assert session.server.handle("quit") is False


def test_nboard_hints_at_a_pass_with_the_score_of_the_side_that_passes():
    thinker = Thinker("alphabeta:evaluator=mobility")
    thinker.choose = lambda position, stop: Choice(19, 150, depth=7, variation=(19,))
    session = Session("nboard", thinker)
    said = session.ask(f"set game {without_its_last_pass(passing_game())}", "hint 1")
    assert said.splitlines()[1:-1] == ["search PAD3 -1.50 0 7"]


def test_nboard_implies_an_omitted_pass():
    game, session = passing_game(), Session("nboard")
    move = game.legal()[0]
    session.ask(f"set game {without_its_last_pass(game)}", f"move {square_name(move)}")
    game.play(move)
    assert session.server.game == game


@pytest.mark.parametrize("protocol", SERVERS)
def test_a_players_error_is_reported_in_one_line(protocol):
    session = Session(protocol)

    class Failing:
        def new_game(self, seed=0):
            pass

        def choose(self, position, limits=None):
            raise RuntimeError("no idea\nat all")

    session.server.thinker.player = Failing()
    said = session.ask("genmove b" if protocol == "gtp" else "go")
    assert "the player failed: RuntimeError: no idea (test_serving.py, line " in said
    session.server.thinker.player.choose = lambda position, limits=None: Choice(0)
    assert "illegal" in session.ask("genmove b" if protocol == "gtp" else "go")


class Endless:
    """Thinks until it is stopped."""

    def __init__(self):
        self.began = threading.Event()

    def new_game(self, seed=0):
        pass

    def choose(self, position, limits=None):
        self.began.set()
        while not limits.stop[0]:
            time.sleep(0.001)
        return registry.make("greedy").choose(position)


@pytest.mark.parametrize(
    ("protocol", "question", "word", "answer"),
    [
        ("nboard", "go", "ping 3", "status greedy is thinking\nstatus\n"),
        ("nboard", "hint 2", "ping 3", "status greedy is thinking\nstatus\n"),
        ("nboard", "hint 2", "F5", "status greedy is thinking\nstatus\n"),
        ("nboard", "go", "quit", "status greedy is thinking\nstatus\n"),
        ("gtp", "genmove b", "4 quit", "= D3\n\n"),
        ("gtp", "genmove b", None, "= D3\n\n"),
    ],
)
def test_a_stopper_ends_the_search(protocol, question, word, answer, monkeypatch):
    monkeypatch.setattr("players.external.serving.SCRIPT_SECONDS", 0.0)
    session = Session(protocol)
    session.server.thinker.player = player = Endless()

    def interrupt():
        player.began.wait(PATIENCE_SECONDS)
        if word is None:
            session.inbox.close()
        else:
            session.inbox.put(word)

    thread = threading.Thread(target=interrupt, daemon=True)
    thread.start()
    assert session.ask(question) == answer
    thread.join(PATIENCE_SECONDS)


def test_a_clock_becomes_limits():
    thinker = Thinker("engine:seconds=5")
    stop = np.zeros(1, np.int64)
    limits = thinker.limits(Game().position, stop, TimeLeft(68.0))
    assert (limits.seconds, limits.clock.seconds, limits.clock.longest) == (2.0, 68.0, 5)
    limits = thinker.limits(Game().position, stop, TimeLeft(10.0, 4))
    assert (limits.seconds, limits.clock) == (2.0, None)
    assert thinker.limits(Game().position, stop, None).depth is None
    thinker.set_depth(9)
    assert thinker.depth is None
    free = Thinker("engine")
    free.set_depth(900)
    assert free.limits(Game().position, stop, None).depth == 60


# Lines that mean nothing

PIECES = {
    "gtp": [
        *gtp_server.GTP_COMMANDS,
        *("b", "w", "black", "white", "pass", "a1", "d3", "C4", "f5", "e6"),
        *("0", "1", "8", "-1", "99999999999", "#", "é", "\x00"),
    ],
    "nboard": [
        *nboard_server.NBOARD_COMMANDS,
        *("depth", "game", "contempt", "1", "2", "0", "-3", "1e9"),
        *("F5", "d3", "PA", "pa", "A1/1/1", ";", "é", "\x00"),
        game_text(Game.from_transcript("f5d6c3")),
        game_text(Game()),
        "(;GM[Othello]BO[8 --];)",
    ],
}


def random_line(chance, protocol):
    """A line of pieces, some of them changed in a place or two."""
    line = " ".join(chance.choices(PIECES[protocol], k=chance.randrange(1, 5)))
    if chance.random() < 0.3:
        line = f"{chance.randrange(100)} {line}"
    for _ in range(chance.choice((0, 0, 0, 1, 2, 5))):
        place = chance.randrange(len(line) + 1)
        cut = place + chance.randrange(3)
        line = line[:place] + chr(chance.choice((0, 9, 32, 48, 91, 93, 300, 0x1F600))) + line[cut:]
    return line


def check_lines(protocol, count, seed):
    """Send random lines to a server and see that it answers as it should, to the end."""
    chance = random.Random(seed)
    session = Session(protocol)
    for _ in range(count):
        line = random_line(chance, protocol)
        if gtp_server.clean(line).split()[-1:] == ["quit"] or line.split()[:1] == ["quit"]:
            continue
        said = session.ask(line)
        assert "Traceback" not in said and "the player failed" not in said
        if protocol == "gtp":
            answers = said.split("\n\n")[:-1]
            assert len(answers) == bool(gtp_server.clean(line)), line
            assert all(answer[0] in "=?" for answer in answers)
    if protocol == "gtp":
        assert session.ask("9 boardsize 8", "genmove b") == "=9\n\n= D3\n\n"
    else:
        assert session.ask(f"set game {game_text(Game())}", "go", "ping 7").endswith("pong 7\n")


@pytest.mark.parametrize("protocol", SERVERS)
def test_random_lines_are_answered(protocol):
    check_lines(protocol, 2000, seed=1)


@pytest.mark.parametrize(("protocol", "refused"), [("gtp", "?5 "), ("nboard", "status ")])
def test_a_line_that_is_too_long_is_one_refused_command(protocol, refused):
    """Up to the limit it is a command, in characters of any number of bytes."""
    inbox, session = Inbox(), Session(protocol)
    fits, last = "é" * LONGEST_REQUEST, "7 name" if protocol == "gtp" else "ping 7"
    text = f"5 quit {fits * 3} name\n# {'x' * LONGEST_REQUEST}\n{fits}\n{last}\n"
    inbox.read(io.BufferedReader(io.BytesIO(text.encode())))
    began = time.process_time()
    said = [session.ask(inbox.next()) for _ in range(4)]
    said.append(session.ask(f"8 unknown a{' ' * (LONGEST_REQUEST - 12)}b"))
    assert time.process_time() - began < 10  # a minute if blanks are tried in all ways
    assert inbox.next() is None
    assert said[0].rstrip() == refused + TOO_LONG
    assert said[2] == ("? unknown command\n\n" if protocol == "gtp" else "")
    assert said[3] == ("=7 greedy\n\n" if protocol == "gtp" else "pong 7\n")
    assert said[4] == ("?8 unknown command\n\n" if protocol == "gtp" else "")


# The command


def serving(protocol, spec):
    """The words of the command that serves a player."""
    return [sys.executable, "-m", "othello", "serve", "--protocol", protocol, spec]


@pytest.mark.parametrize("protocol", SERVERS)
def test_command_answers_undecodable_bytes(protocol):
    noise = b"\xff\xfe\x00\n" + b"x" * 100_000 + b"\n"
    first, last = (b"1 name\n", b"7 name\n") if protocol == "gtp" else (b"ping 1\n", b"ping 7\n")
    asked = codecs.BOM_UTF8 + first + noise + last
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = programs.run(serving(protocol, "greedy"), asked, env=environment, text=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (b"=1 greedy" if protocol == "gtp" else b"pong 1") in done.stdout
    assert done.stdout.rstrip().endswith(b"=7 greedy" if protocol == "gtp" else b"pong 7")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--protocol", "gtp", "nobody"], 2, "unknown player 'nobody'"),
        (["--protocol", "gtp", "--players", "nowhere", "greedy"], 2, "cannot import players"),
        (["--protocol", "gtp", "gtp:command=false"], 2, "false: "),
    ],
)
def test_bad_input_gets_one_line(arguments, code, message, capfd, monkeypatch):
    monkeypatch.setattr("signal.signal", lambda number, action: None)  # it is the tests' own
    assert main(arguments) == code
    said = capfd.readouterr()
    assert message in said.err and said.err.count("\n") == 1
    assert said.out == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is full")
@pytest.mark.parametrize(
    "words", [serving("gtp", "greedy"), [sys.executable, "-m", "othello", "engines", "list"]]
)
def test_a_full_disk_gets_one_line(words):
    with open("/dev/full", "wb") as full:
        done = programs.run(words, "name\n", stdout=full)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "No space left on device" in done.stderr
