"""The tree of moves: against a naive twin, its changes, its files, and a live game in it."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from othello.formats import annotated, collection, ggf
from othello.formats.entry import Entry
from othello.formats.reading import FormatError
from othello.game import Game
from othello.game_tree import GameTree
from othello.position import PASS
from players.window.game import import_export
from players.window.game.clocks import HUMAN
from players.window.game.live_game import LiveGame
from players.window.panels.moves import blocks

PASSING = "OX" + "-" * 60 + "XO X"
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="[]"), max_size=12)


def every_path(tree):
    """The paths to all places of a tree."""
    found = [()]

    def walk(place, path):
        for reply in place.replies:
            found.append((*path, reply.move))
            walk(reply, found[-1])

    walk(tree, ())
    return found


def legal_after(tree, path):
    """The squares where a move can be played at a place, by the game's own rules."""
    game = Game(tree.start, black_to_move=tree.black_starts)
    game.play_all(path)
    return game.legal()


@st.composite
def trees(draw, most=25, comments=WORDS):
    """A tree that grew by random moves at random places, some with comments."""
    tree = GameTree()
    if draw(st.booleans()):
        tree = GameTree.of(Game.from_board(PASSING))
    for _ in range(draw(st.integers(0, most))):
        paths = every_path(tree)
        path = paths[draw(st.integers(0, len(paths) - 1))]
        legal = legal_after(tree, path)
        if legal:
            move = legal[draw(st.integers(0, 63)) % len(legal)]
            tree = tree.with_move(path, move)
        if draw(st.integers(0, 4)) == 0:
            tree = tree.commented(path, draw(comments))
    return tree


def test_a_tree_grows_as_nested_dictionaries_do():
    chance_of = st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 63)), max_size=40)

    @given(chance_of)
    @settings(max_examples=30, deadline=None)
    def check(choices):
        tree, naive = GameTree(), {(): []}
        for where, which in choices:
            path = list(naive)[where % len(naive)]
            legal = legal_after(tree, path)
            if not legal:
                continue
            move = legal[which % len(legal)]
            tree = tree.with_move(path, move)
            if (*path, move) not in naive:
                naive[path].append(move)
                naive[(*path, move)] = []
        assert sorted(naive) == sorted(every_path(tree))
        for path, replies in naive.items():
            assert [reply.move for reply in tree.node_at(path).replies] == replies
            if path:
                node = tree.node_at(path)
                game = Game()
                game.play_all(path[:-1])
                assert (node.before, node.black) == (game.position, game.black_to_move)

    check()


@pytest.mark.parametrize("move", [0, 28, -1, 64, 19 + 64])
def test_a_move_against_the_rules_does_not_grow(move):
    with pytest.raises(ValueError, match=r"^move 1: black cannot play"):
        GameTree().with_move((), move)


def test_missing_path_is_reported():
    for change in (GameTree.promoted, GameTree.deleted, GameTree.nodes_on):
        with pytest.raises(KeyError):
            change(GameTree(), (37,))
    with pytest.raises(KeyError):
        GameTree().with_move((37,), 43)
    assert GameTree().node_at((37,)) is None


@given(tree=trees(), data=st.data())
@settings(max_examples=40, deadline=None)
def test_promoting_changes_the_order_alone_and_ends_in_the_main_line(tree, data):
    path = data.draw(st.sampled_from(every_path(tree)))
    better = tree.promoted(path)
    assert sorted(every_path(better)) == sorted(every_path(tree))
    assert dict(better.comments()) == dict(tree.comments())
    main = tree.with_main_line(path).main_line
    assert main[: len(path)] == path
    assert (better is tree) == (tree.main_line[: len(path)] == path)


@given(tree=trees(), data=st.data())
@settings(max_examples=40, deadline=None)
def test_deleting_takes_a_move_and_what_follows_it(tree, data):
    paths = every_path(tree)
    path = data.draw(st.sampled_from(paths))
    if path:
        left = every_path(tree.deleted(path))
        assert left == [other for other in paths if other[: len(path)] != path]


@given(trees())
@settings(max_examples=40, deadline=None)
def test_the_list_shows_every_move_and_comment_once_and_side_lines_deeper(tree):
    listing = list(blocks(tree))
    listed = [path for block in listing for path, _node in block.moves]
    assert sorted(listed) == sorted(every_path(tree)[1:])
    assert {(b.path, b.comment) for b in listing if b.comment} == set(tree.comments())
    main = tree.main_line
    for block in listing:
        for path, _node in block.moves:
            assert (block.depth == 0) == (main[: len(path)] == path)


@given(trees())
@settings(max_examples=40, deadline=None)
def test_random_tree_round_trips_through_its_lines(tree):
    again = GameTree(*tree[:2])
    for line in tree.lines():
        again = again.with_line(line)
    assert again.with_comments(tree.comments()) == tree
    assert tree.is_plain == (len(tree.lines()) == 1 and not tree.comments())


def test_random_tree_round_trips_through_a_file(tmp_path):
    path = tmp_path / "game.othello"

    @given(trees())
    @settings(max_examples=30, deadline=None)
    def check(tree):
        import_export.save_game(path, Entry("Ann", "Bert", date="2026", tree=tree))
        ((entry,), errors) = import_export.read_file(path)
        assert (entry.tree, entry.faults) == (tree, ())
        assert errors == [] and (entry.black, entry.white, entry.date) == ("Ann", "Bert", "2026")

    check()


@given(trees())
@settings(max_examples=20, deadline=None)
def test_ggf_keeps_the_main_line_with_its_comments(tree):
    """Who knows no tag of ours sees the same game, tag by tag, as without them."""
    record = import_export.ggf_game(Entry("Ann", "Bert", import_export.PLACE, tree=tree))
    known = [tag for tag in record.tags if tag.name != "C"]
    tags = {"PB": "Ann", "PW": "Bert", "PC": import_export.PLACE}
    assert known == list(ggf.from_game(record.game(), tags).tags)
    moves = [move for move in record.game().moves if move != PASS]
    line = tree.main_line
    assert tuple(moves) == line
    (entry,) = collection.read(ggf.write([record]))
    said = {path: text for path, text in tree.comments() if path == line[: len(path)]}
    assert dict(entry.tree.comments()) == said and entry.tree.lines() == (line,)


def test_a_comment_that_ggf_cannot_hold_is_refused_and_kept_by_json(tmp_path):
    tree = GameTree().commented((), "see [1]")
    with pytest.raises(FormatError, match=r"\.othello"):
        import_export.save_game(tmp_path / "a.ggf", Entry(tree=tree))
    assert not (tmp_path / "a.ggf").exists()
    import_export.save_game(tmp_path / "a.othello", Entry(tree=tree))
    ((entry,), _) = import_export.read_file(tmp_path / "a.othello")
    assert entry.tree == tree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "Expecting property name"),
        ("[]", "no game or position|not a game|no square"),
        ('{"format": "x"}', 'its "format" is not "othello game"'),
        ('{"format": "othello game", "version": 2}', "version 2 of the format, not 1"),
        ('{"format": "othello game", "version": 1}', "expected the board and the names as text"),
        ("MOVES 5", "expected a list of moves, got 5"),
        ("MOVES [5]", "move 1: expected a move, got 5"),
        ('MOVES ["f5", "a1"]', "move 2: white cannot play a1"),
        ('MOVES ["f5", {"move": "d6", "instead": [["a1"]]}]', "side line 1: move 2: white cannot"),
        ('MOVES [{"move": "f5", "comment": 5}]', "expected a comment as text, got 5"),
        ('MOVES ["z9"]', "'z9' is not a square"),
        ("MOVES " + '[{"move": "f5", "instead": [' * 3000 + "]}]" * 3000, "too deep|no list"),
    ],
)
def test_a_file_of_ours_that_is_odd_is_refused_in_a_line(text, message):
    if text.startswith("MOVES"):
        board = Game().board()
        head = f'"format": "othello game", "version": 1, "board": "{board}"'
        text = f'{{{head}, "moves": {text[6:]}}}'
    with pytest.raises(FormatError, match=message) as caught:
        annotated.read(text, "game.othello")
    assert str(caught.value).startswith("game.othello: ") and "\n" not in str(caught.value)


def test_the_example_of_the_manual_is_such_a_file():
    text = (Path(__file__).parents[3] / "docs" / "play.md").read_text("utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    game = annotated.read(example)
    assert game.tree.lines() == ((37, 43, 18), (37, 45, 44), (37, 29))
    assert game.tree.comments() == (((), "on the start"), ((37, 43), "usual"))
    assert annotated.read(annotated.write(game)) == game


def test_an_edit_is_undone_before_a_move():
    live = LiveGame((HUMAN, HUMAN))
    live.start(Game.from_transcript("f5d6c3"))
    tree = live.tree
    live.go_to(2)
    live.delete()
    assert len(live.line) == 1
    for step in (2, 1):
        assert live.take_back() and (live.tree, live.step) == (tree, step)


def test_a_move_after_taking_one_back_becomes_the_main_line():
    live = LiveGame((HUMAN, HUMAN))
    for square in (37, 43, 18):
        live.play(square)
    live.take_back()
    live.play(26)
    assert live.tree.lines() == ((37, 43, 26), (37, 43, 18))
    live.go_to(2)
    live.play(34)
    assert live.tree.lines() == ((37, 43, 26), (37, 43, 18), (37, 43, 34))


@pytest.mark.parametrize(
    ("sides", "undone"), [((HUMAN, "engine"), [2, 1, 0]), (("engine", HUMAN), [0])]
)
def test_undo_goes_to_the_persons_last_decision_across_a_pass(sides, undone):
    """White plays c1, black c4, white has to pass, black plays c8: the end."""
    live = LiveGame(sides)
    live.start(Game.from_board("OX" + "-" * 22 + "XO" + "-" * 30 + "XO------ O"))
    for square in (2, 26, 58):
        assert live.play(square) is not None
    steps = []
    while live.take_back():
        steps.append(live.step)
        replayed = live.tree.game(())
        replayed.play_all(live.path)
        assert live.here.position == replayed.position
    assert steps == undone
