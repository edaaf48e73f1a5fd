"""Training: the schedule by its definition, cards in a file, where they come from, the window."""

import json
import math
import threading
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive.endgame import score
from samples import late_position
from window_driver import PATIENCE_SECONDS, TWO_PEOPLE, Driver

from othello.bits import squares
from othello.files import data_folder
from othello.formats import annotated, collection
from othello.formats.entry import Entry, Reviewed
from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import parse_square, parse_transcript, square_name
from othello.position import START
from players import registry
from players.learning import endings
from players.learning.endings import ending_in, only_win
from players.levels import level_of
from players.move_values import MoveValue, MoveValues, values_at
from players.window.game import saved_games
from players.window.game.clocks import TIME, Ending
from players.window.game.library import Library
from players.window.game.saved_games import FOLDER, SavedGame, own_game_of
from players.window.panels.training import AT_ONCE, begin_opening
from players.window.thinking.analysis import SearchLimit
from players.window.training import deck as deck_module
from players.window.training.deck import (
    BEST_GRADE,
    ENDING_CARDS,
    MISTAKE_CARDS,
    OPENING_CARDS,
    Deck,
    MarkedLine,
    Remembered,
    TrainingCard,
    graded,
    shipped_endings,
    today,
)
from players.window.training.session import FEWEST_PLAYED, book_values, grade_of, level_weights

SHIPPED = data_folder() / endings.SHIPPED
BOARD = Game.from_transcript("f5d6c3").board()
LINE = tuple(parse_transcript("f5d6c3d3c4"))


def choose(window, title):
    """Open the list of trainings, and take a row once the games are read."""
    window.key("ctrl+t")
    window.until(lambda: not window.state.files.autosave.record.reading)
    window.frame()
    window.choose(window.row(title).label)


def by_definition(grades):
    """Intervals and ease after grades, from the steps of SM-2 as Wozniak numbers them."""
    ease, number, interval = Fraction("2.5"), 0, 0
    for grade in grades:
        if grade < 3:  # step 6: from the beginning, without changing the E-factor
            number, interval = 0, 1
            continue
        number += 1  # step 2: I(1) = 1, I(2) = 6, I(n) = I(n-1) * EF, rounded up
        interval = 1 if number == 1 else 6 if number == 2 else math.ceil(interval * ease)
        missing = 5 - grade
        ease += Fraction(10 - missing * (8 + missing * 2), 100)
        ease = max(ease, Fraction("1.3"))  # step 5
    return interval, float(ease)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12))
@example([3, 4, 5, 3, 4, 3, 3])  # 200 days x 2.18
@example([3] * 10)  # to the least ease
def test_the_schedule_is_that_of_the_definition(grades):
    memory, day = Remembered(), 100
    for grade in grades:
        memory = graded(memory, grade, day)
        assert memory.due == day + memory.interval
        day = memory.due
    assert (memory.interval, memory.ease) == by_definition(grades)


def test_cards_come_when_they_are_due_and_new_mistakes_are_not_written(tmp_path, monkeypatch):
    deck, card = Deck(tmp_path / "training.json"), TrainingCard(MISTAKE_CARDS, BOARD, 19, 450, True)
    deck.cards[card.name] = card
    assert list(deck.cards.values()) == [card] and not Deck(tmp_path / "training.json").cards
    deck.grade(card, 5, 1000)
    for day, due in ((1000, 0), (1001, 1)):
        monkeypatch.setattr(deck_module, "today", lambda day=day: day)
        assert len(Deck(tmp_path / "training.json").due(MISTAKE_CARDS)) == due


def test_only_a_wrong_answer_counts_before_the_due_day(tmp_path):
    path = tmp_path / "training.json"
    deck, card = Deck(path), TrainingCard(OPENING_CARDS, BOARD)
    for grade, day, expected in (
        (4, 1000, Remembered(1, 1, 2.5, 1001)),
        (5, 1000, Remembered(1, 1, 2.5, 1001)),  # too early
        (5, 1001, Remembered(2, 6, 2.6, 1007)),
        (5, 1006, Remembered(2, 6, 2.6, 1007)),  # too early
        (2, 1006, Remembered(0, 1, 2.6, 1007)),
    ):
        deck.grade(card, grade, day)
        assert deck.cards[card.name].memory == expected
        assert Deck(path).cards == deck.cards == {card.name: card._replace(memory=expected)}


def test_due_cards_come_the_longest_overdue_first_and_the_missed_and_new_ones_last(monkeypatch):
    memories = {
        "f5": Remembered(0, 1, 2.5, 995),  # missed
        "f5d6": Remembered(2, 6, 2.5, 1000),
        "f5d6c3": Remembered(1, 1, 2.5, 998),
        "f5d6c3d3": Remembered(3, 15, 2.5, 1001),  # due tomorrow
        "f5f4": Remembered(),
    }
    deck = Deck(None)
    boards = {text: Game.from_transcript(text).board() for text in memories}
    cards = [TrainingCard(OPENING_CARDS, boards[text], memory=m) for text, m in memories.items()]
    deck.cards = {card.name: card for card in cards}
    monkeypatch.setattr(deck_module, "today", lambda: 1000)
    due = [card.board for card in deck.due(OPENING_CARDS)]
    assert due == [boards[text] for text in ("f5d6c3", "f5d6", "f5f4", "f5")]
    assert deck.due(MISTAKE_CARDS) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": "othello training", "version": 2}',
        '{"format": "othello training", "version": 1, "cards": [{"kind": "ending"}]}',
        *(
            json.dumps({"format": "othello training", "version": 1, "cards": [
                {"kind": "ending", "board": BOARD, "move": None, "lost": 0, "exact": False,
                 "memory": [0, 0, 2, 0]} | wrong]})
            for wrong in (
                {"board": [1]}, {"memory": [0, 0, 2, "soon"]}, {"lost": math.inf}, {"move": "a1"})
        ),
    ],
)  # fmt: skip
def test_invalid_training_file_is_reported_in_one_line_and_left_unchanged(tmp_path, text):
    path = tmp_path / "training.json"
    path.write_text(text)
    deck = Deck(path)
    assert deck.fault.startswith(f"{path}: ") and "\n" not in deck.fault and not deck.cards
    deck.grade(TrainingCard(OPENING_CARDS, BOARD), 5, 1000)
    assert path.read_text() == text


def kept(sides, losses, given=0):
    """A kept game whose moves lost so much."""
    reviews = tuple(
        (LINE[: number + 1], Reviewed(12, -lost, 0, (LINE[number],), False))
        for number, lost in enumerate(losses)
    )
    game = Entry("Ann", "Bert", tree=GameTree().with_line(LINE), reviews=reviews)
    return SavedGame(game, sides, LINE, True, given=given)


def save_games(folder, *games):
    """Write games to the folder of saved games."""
    (folder / FOLDER).mkdir()
    for number, game in enumerate(games):
        path = folder / FOLDER / f"{number}{annotated.SUFFIX}"
        path.write_text(saved_games.text_of(game))


@pytest.mark.parametrize(
    ("sides", "given", "plies"),
    [
        (("human", "engine:level=3"), 0, [0, 4]),
        (("engine:level=3", "human"), 0, [1]),
        (("human", "engine:level=3"), 1, [4]),
        (("human", "human"), 0, []),
        (("engine:level=3", "engine:level=4"), 0, []),
    ],
)
def test_the_mistakes_of_kept_games_are_the_persons(sides, given, plies):
    own = own_game_of(kept(sides, (300, 500, 200, 0, 201), given))
    found = [move for move in own.judged if move.board] if own is not None else []
    assert [mistake.move for mistake in found] == [LINE[ply] for ply in plies]
    for mistake, ply in zip(found, plies, strict=True):
        before = Game()
        before.play_all(LINE[:ply])
        assert mistake.board == before.board()


def test_endings_have_one_winning_move():
    found, judge = 0, registry.make("engine:table=1")
    for seed in range(60):
        position = late_position(seed, 5)
        values = values_at(judge, position, 5)
        wins = [move for move in squares(position.legal()) if score(position.play(move)) < 0]
        game = Game(position)
        game.play(values.best.move)
        ending = ending_in(game, 5, judge)
        several = len(values.moves) > 1
        assert (ending is not None) == (several and len(wins) == 1)
        assert only_win(values) == (several and len(wins) == 1) or not several
        if ending is not None:
            found += 1
            card = TrainingCard(ENDING_CARDS, ending[0])
            assert card.game().position == position and ending[1] == wins[0]
            right, wrong = wins[0], next(v.move for v in values.moves if v.move != wins[0])
            assert (grade_of(card, values, right), grade_of(card, values, wrong)) == (5, 0)
    assert found > 5


def test_shipped_endings_have_one_winning_move_which_stands_in_the_file():
    lines = [line for line in SHIPPED.read_text("utf-8").splitlines() if line[0] != "#"]
    assert len(lines) == len(set(lines)) == 50 and SHIPPED.stat().st_size < 10_000
    cards = shipped_endings()
    empties = {card.board.split()[0].count("-") for card in cards}
    assert empties == set(range(endings.FEWEST_EMPTIES, endings.MOST_EMPTIES + 1))
    judge = registry.make("engine:table=1")
    few = sorted(zip(cards, lines, strict=True), key=lambda pair: -pair[0].board.count("-"))[-5:]
    for card, line in few:
        position = card.game().position
        values = values_at(judge, position, int(position.plies_left()))
        assert only_win(values) and line == f"{card.board} {square_name(values.best.move)}"


@pytest.mark.kernels
@pytest.mark.compiled
def test_the_command_writes_endings_of_its_own_games(tmp_path, monkeypatch):
    monkeypatch.setattr(endings, "WEAKEST", 1)
    monkeypatch.setattr(endings, "STRONGEST", 2)
    out = tmp_path / "endings.txt"
    words = ["--games", "3", "--endings", "1", "--seed", "4", "--out", str(out)]
    assert endings.main(words) == 0
    head, _columns, *lines = out.read_text().splitlines()
    assert head.endswith(" ".join(words)) and len(lines) == 1
    board, _, move = lines[0].rpartition(" ")
    assert parse_square(move) in Game.from_board(board).legal()


def test_the_shipped_endings_are_trained(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        choose(window, "Endings")
        exercises = window.state.practice.exercises
        assert exercises.card == shipped_endings()[0] and exercises.count == AT_ONCE
    deck = Deck(tmp_path / "training.json")
    assert not deck.cards and len(deck.due_endings()) == 50
    deck.grade(shipped_endings()[0], 5, today())
    assert deck.due_endings() == [*shipped_endings()[1:]]


def mark(window, moves):
    """Paste a line and mark it."""
    window.paste(moves)
    window.key("ctrl+shift+m")


def test_a_line_is_marked_kept_and_removed_by_the_same_command(tmp_path):
    path = tmp_path / "training.json"
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        mark(window, "f5d6")
        assert window.state.ui.toast and not path.exists()
        mark(window, "f5d6c3")
        mark(window, "f5d6c3d3")
        assert Deck(path).lines == [
            MarkedLine(True, LINE[:3]),
            MarkedLine(False, LINE[:4]),
        ]
        window.key("ctrl+shift+m")
        assert Deck(path).lines == [MarkedLine(True, LINE[:3])]


def test_marked_lines_are_trained_alone_and_only_their_moves_are_right(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        state = window.state
        mark(window, "f5d6c4d3c3")  # c4 is the line's, though the book prefers another move
        mark(window, "f5f6e6")
        window.keys("ctrl+n", "ctrl+t")
        assert window.row("My lines as black").label == "My lines as black"  # both lines
        window.key("escape")
        choose(window, "My lines as black: f5d6c4d3c3")
        for before, tried in (("f5d6", "c3"), ("f5d6c4d3", "c3"), ("f5d6", "c4")):
            assert window.game.transcript() == before  # the line begins again at its end
            window.click_square(parse_square(tried))
            window.until(lambda: not state.practice.asking)
            window.frame()
            wrong = (before, tried) == ("f5d6", "c3")
            assert ("c4" in state.practice.exercises.remark) == wrong
            window.key("return")
        assert [*state.practice.exercises.grades.values()].count(BEST_GRADE) == 1
    cards = {card.board: card.memory for card in Deck(tmp_path / "training.json").cards.values()}
    assert cards[Game.from_transcript("f5d6").board()].repetitions == 0
    assert cards[Game.from_transcript("f5d6c4d3").board()].repetitions == 1


def test_replies_are_those_of_the_games_that_the_library_search_finds(tmp_path):
    games = [("Ann", "f5d6c3"), ("Bert", "f5f6e6")] * FEWEST_PLAYED
    entries = [
        Entry(name, "Cleo", tree=GameTree.of(Game.from_transcript(moves))) for name, moves in games
    ]
    path = tmp_path / "games.pgn"
    collection.write_file(path, entries)
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        state = window.state
        state.files.library = Library(path)
        window.until(lambda: not state.files.library.reading)
        state.files.library.query = "bert"
        window.key("ctrl+t")
        assert "bert" in window.row("Openings as black").detail
        window.key("escape")
        for _ in range(8):  # the book would nearly always play another move
            begin_opening(state, black=True, start=LINE[:1])
            assert window.game.transcript() == "f5f6"
            window.key("escape")
        assert state.files.library.games == len(games)


def test_a_level_replies_in_openings_once_it_is_chosen(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        choose(window, "Opponent in openings")
        window.choose("Full strength")
        assert window.row("Opponent in openings").detail == "Full strength"
        window.choose("Review depth")
        assert window.row("Review depth").detail == "16 plies"
        window.choose("Openings as white")
        assert window.game.moves and window.state.practice.exercises is not None
    child, best = (level_weights(START.play(19), level_of(number)) for number in (2, 16))
    after = book_values(START.play(19))
    assert set(child) == {each.move for each in after.moves} and set(best) < set(child)
    assert min(after.of(move).score for move in best) >= after.best.score - 50


def test_openings_are_trained_from_the_position_on_the_board(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.paste("f5d6c5")
        before = window.game.board()
        for _ in range(2):
            choose(window, "Openings from")
            assert window.state.practice.exercises.black is False and window.game.board() == before
            window.key("escape")
        window.paste(Game.from_board("X" * 62 + "O- O").board())
        choose(window, "Openings from")
        assert window.state.practice.exercises is None and window.state.ui.toast


def test_the_list_shows_the_results_of_own_games_with_a_line(tmp_path):
    mirrored = tuple(parse_transcript("d3c5f6"))  # f5d6c3 in a mirror
    save_games(
        tmp_path,
        *(
            SavedGame(
                Entry(tree=GameTree().with_line(line)), ("human", "engine:level=3"), line, True,
                ending=Ending(TIME, loser, line),
            )
            for line, loser in [(LINE[:3], 0), (mirrored, 1), (LINE[:2], 1)]
        ),
    )  # fmt: skip
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        mark(window, "f5d6c3")
        window.key("ctrl+t")
        window.until(lambda: not window.state.files.autosave.record.reading)
        window.frame()
        assert "1–0–1" in window.row("My lines as black").detail


def test_grades_fall_with_what_a_try_lost():
    lost = (0, 50, 51, 200, 201, 500, 501, 1000, 1001)
    moves = tuple(MoveValue(n, -each, False, (n,)) for n, each in enumerate(lost))
    values, card = MoveValues(12, moves), TrainingCard(MISTAKE_CARDS, BOARD, 19, 300)
    assert [grade_of(card, values, n) for n in range(9)] == [5, 5, 4, 4, 2, 2, 1, 1, 0]


def test_training_grades_mistakes_and_restores_the_game(tmp_path):
    save_games(tmp_path, kept(("human", "engine:level=3"), (300, 0, 0, 0, 700)))
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.keys("d", "3")
        before, state = window.game.board(), window.state
        choose(window, "My mistakes")
        for place, left in ((0, 2), (-1, 3), (0, 3)):  # the fake engine says: the lowest is best
            window.click_square(window.game.legal()[place])
            window.until(lambda: state.practice.answer is not None)
            window.frame()
            assert len(state.practice.exercises.queue) == left  # what was missed comes again
            window.key("right")
        assert state.practice.exercises is None and state.ui.toast
        assert window.game.board() == before
        choose(window, "My mistakes")
        assert state.practice.exercises is None and state.ui.toast
    cards = Deck(tmp_path / "training.json").cards.values()
    assert sorted(card.memory.repetitions for card in cards) == [0, 1]
    assert all(card.memory.due > today() for card in cards)


def test_nothing_done_in_training_is_kept_as_a_game(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        live = window.state.live
        window.keys("f", "5")
        begin_opening(window.state, black=False)
        live.set_comment(live.path, "a card")
        window.keys("r", "ctrl+n")
    (kept_game,) = (tmp_path / FOLDER).iterdir()
    assert "a card" not in kept_game.read_text()


def test_saved_games_are_read_once_in_the_background(tmp_path, monkeypatch):
    save_games(tmp_path, *[kept(("human", "engine:level=3"), (300, 0, 0, 0, 700))] * 20)
    readers, read, go_on = [], saved_games.read, threading.Event()

    def noted(path):
        assert threading.current_thread().name != "record" or go_on.wait(PATIENCE_SECONDS)
        readers.append(threading.current_thread().name)
        return read(path)

    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        state = window.state
        monkeypatch.setattr(saved_games, "read", noted)
        window.key("ctrl+t")
        assert state.files.autosave.record.reading
        window.key("return")  # too soon
        assert state.practice.exercises is None and state.ui.toast
        go_on.set()
        for _ in range(2):
            choose(window, "My mistakes")
            assert len(state.practice.exercises.queue) == 2 and readers == ["record"] * 20
            window.key("escape")


def test_an_opening_is_walked_against_the_book_and_escape_brings_the_game_back(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        choose(window, "Openings as white")
        state = window.state
        assert not window.game.black_to_move and len(window.game.moves) == 1
        for _ in range(2):
            known = book_values(window.game.position)
            window.click_square(known.best.move)
            window.until(lambda: not state.practice.asking)
            window.frame()
            assert window.shown("best_line")[0].endswith("from the book")
            window.key("return")
            assert state.practice.asking and not window.game.black_to_move
        window.key("escape")
        assert state.practice.exercises is None and not window.game.moves
    cards = Deck(tmp_path / "training.json").cards
    assert {(card.kind, card.memory.repetitions) for card in cards.values()} == {(OPENING_CARDS, 1)}


def test_openings_that_are_due_come_before_the_lines_as_often_as_they_are_missed(tmp_path):
    path = tmp_path / "training.json"
    second, first, black, later = (
        Game.from_transcript(text).board() for text in ("f5", "f5d6c3", "f5d6", "f5f6e6")
    )
    for board, days in ((second, (0, 1)), (first, (1,)), (black, (1,)), (later, (today(),))):
        for day in days:
            Deck(path).grade(TrainingCard(OPENING_CARDS, board), 5, day)
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        practice = window.state.practice
        choose(window, "Openings as white")
        for board, right in ((first, False), (second, True), (first, True)):  # as long as they wait
            assert window.game.board() == board
            known = book_values(window.game.position)
            window.click_square((known.best if right else known.moves[-1]).move)
            window.until(lambda: practice.answer is not None)
            window.frame()
            window.keys("return", *["return"] * (not right))  # the solution comes first
    cards = Deck(path).cards
    assert cards[OPENING_CARDS, second].memory == graded(Remembered(2, 6, 2.7, 7), 5, today())
    assert cards[OPENING_CARDS, first].memory.repetitions == 0


@pytest.mark.parametrize("key", ["home", "ctrl+n", "ctrl+e"])
def test_leaving_training_restores_the_game(tmp_path, key):
    with Driver(tmp_path, sides=("human", "expert")) as window:
        live, sides = window.state.live, list(window.state.live.sides)
        window.keys("f", "5")
        window.my_turn()
        before, number = window.game.board(), live.number
        window.key("r")
        window.click(window.place_of("command", "tab_coach").centre)
        window.state.analysis.limit = SearchLimit(2, solved=0)  # as an opened file's
        choose(window, "Openings as white")
        assert window.state.analysis.limit == SearchLimit(12)
        assert live.sides == ["human", "human"] and not window.state.analysis.review
        window.key(key)
        assert window.state.practice.exercises is None and live.sides == sides
        assert "of 0" not in window.state.ui.toast  # nothing was tried
        assert (window.state.live.editor is None) == (key != "ctrl+e")
        if key == "ctrl+n":
            assert not window.game.moves
        else:
            assert (window.game.board(), live.number) == (before, number)
