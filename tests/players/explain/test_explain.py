import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import documents
import numpy as np
import pytest
import record_searches
from naive.search import Node, members, minimax
from naive.search import alphabeta as papers_alphabeta
from patience import PATIENCE_SECONDS
from record_searches import CASES, LATE, request_of

from othello.documents import as_document
from othello.jit import COMPILED
from othello.position import PASS, START
from players.engine.endgame import Solver
from players.explain import __main__ as explain
from players.explain import picture as explain_picture
from players.explain import recorder, text
from players.explain import request as explain_request
from players.explain import svg as explain_svg
from players.explain.labels import groups_of, row_of
from players.explain.picture import picture_of, with_true_results
from players.explain.search_tree import (
    AGAIN,
    DECIDED,
    ESTIMATE,
    FINAL,
    FIRST,
    LEAF,
    MUST_PASS,
    PROVEN_BEFORE,
    SCOUT,
    SEARCHED,
    SECOND_LOOK,
    TABLE,
    trimmed,
)
from players.explain.svg import BAR_WIDTH, CHARACTER_WIDTH, columns, placed
from players.search.bounds import ALL, CUT, EXACT, INFINITY, LOWER, PV, UPPER
from players.search.conventions import Above, AtLeast
from players.search.node import Window

ROOT = Path(__file__).parents[3]
ALPHABETA = [case for case in CASES if case[2].startswith("alphabeta")]
RANGED = [case for case in CASES if "ranges" in case[2]]
INTEREST = [case for case in CASES if case[2].startswith("interest")]
FULL = [case for case in ALPHABETA if "generation=full" in case[2] and case not in RANGED]
TREES = [case for case in CASES if case[0] == "tree"]
PLAIN = [case for case in CASES if case[0] == "position" and ":" not in case[2]]
"""Of players without options, whose kernels other tests need too."""
(SMALL_TREE,) = (case for case in TREES if "depth=2" in case[1])
BIG = 10**6


def name_of(case):
    return f"{case[0]} {case[2]}"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    return record_searches.from_a_fresh_process(tmp_path_factory.mktemp("recordings"))


@pytest.fixture(scope="module")
def recordings(recorded):
    return recorded[0]


def visits_of(recording):
    return [visit for root in recording.searches for visit in root.walk()]


def interior(recording):
    """The visits whose moves were searched."""
    return [visit for visit in visits_of(recording) if visit.end == SEARCHED]


def picture(case, recordings, most=BIG):
    return picture_of(request_of(case), recordings[case], most)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_recorded_search_is_the_search_itself(case, recorded):
    found, plain, *_ = recorded
    choice, _ = plain[case]
    assert found[case].choice._replace(cpu_seconds=0.0) == choice._replace(cpu_seconds=0.0)
    last = found[case].last()[-1]
    if case in RANGED:
        assert choice.score == min(max(last.score, choice.lower), choice.upper)
    elif "mtdf" not in case[2]:
        assert (last.score, last.bound) == (choice.score, choice.bound)


@pytest.mark.parametrize("case", PLAIN, ids=name_of)
def test_a_recorded_search_is_that_of_compiled_kernels(case, recordings):
    request = request_of(case)
    choice = request.player.choose(request.state, request.limits)
    found = recordings[case].choice
    assert found._replace(cpu_seconds=0.0) == choice._replace(cpu_seconds=0.0)


def test_the_cases_have_all_that_a_tree_can_show(recordings):
    visits = [visit for recording in recordings.values() for visit in visits_of(recording)]
    ends = {SEARCHED, MUST_PASS, LEAF, FINAL, TABLE, ESTIMATE, PROVEN_BEFORE, DECIDED}
    assert {visit.end for visit in visits} == ends
    assert {FIRST, SCOUT, AGAIN, SECOND_LOOK} == {visit.reason for visit in visits}
    assert {PV, CUT, ALL, None} == {visit.kind for visit in visits}
    assert any(visit.skipped for visit in visits) and any(visit.unsearched for visit in visits)
    assert any(visit.charge for visit in visits)
    assert any(recording.cut_short for recording in recordings.values())
    reduced = next(recordings[case] for case in CASES if "reduce" in case[2])
    assert any(visit.estimated for visit in visits_of(reduced))


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_every_move_is_searched_or_said_not_to_be(case, recordings):
    for visit in interior(recordings[case]):
        moves = [*visit.successors(), *visit.unsearched, *visit.skipped]
        assert sorted(moves) == members(visit.state.legal())


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_windows_and_values_are_passed_on_as_the_paper_says(case, recordings):
    """Sections "Notation" and "Algorithm" of "Minimax with alpha/beta pruning"; INV1 for alpha."""
    for visit in visits_of(recordings[case]):
        alphas = [visit.alpha_before(move) for move in visit.successors()]
        assert sorted(alphas) == alphas and all(alpha <= visit.window.beta for alpha in alphas)
        for child in visit.below:
            alpha = visit.alpha_before(child.move)
            whole = Window(-visit.window.beta, -alpha)
            assert child.window == whole or child.reason == SCOUT
            assert child.window.beta == whole.beta
            assert child.window.alpha >= whole.alpha
            passes = child.move == PASS
            played = visit.state.passed() if passes else visit.state.play(child.move)
            assert child.state == played
        if visit.below:
            assert visit.score == max(-child.score for child in visit.successors().values())


def agree(visit, node):
    """Whether a recorded tree is that of the paper's listing, node by node."""
    kinds = {None: "leaf", PV: "pv", CUT: "cut", ALL: "all"}
    assert visit.state == node.state
    assert (visit.window, visit.score) == ((node.alpha[0], node.beta), node.ret)
    assert kinds[visit.kind] == node.kind
    assert [visit.alpha_before(child.move) for child in visit.below] == node.alpha[: len(node.succ)]
    for child, successor in zip(visit.below, node.succ, strict=True):
        agree(child, successor)


@pytest.mark.parametrize("case", FULL, ids=name_of)
def test_the_tree_is_that_of_the_papers_listing(case, recordings):
    evaluator = request_of(case).player.search.evaluator
    cutoff = Above() if "above" in case[2] else AtLeast()

    def best_first(children, depth):
        return sorted(children, key=evaluator.value)

    (root,) = recordings[case].searches
    node = Node(root.state, root.depth, [-INFINITY], INFINITY)
    agree(root, papers_alphabeta(node, evaluator, cutoff.cuts, best_first))


@pytest.mark.parametrize("case", ALPHABETA, ids=name_of)
def test_kinds_are_those_that_the_kernel_counts(case, recorded):
    recordings, plain, *_ = recorded
    _, shape = plain[case]
    kinds = np.zeros_like(shape.forced)
    for visit in interior(recordings[case]):
        kinds[visit.depth, visit.kind] += 1
    counted = shape.kinds.sum(axis=1) + shape.forced
    missing = counted - kinds  # of searches that were cut short, which are not recorded
    assert missing.min() >= 0
    assert missing.sum() == 0 or recordings[case].cut_short


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_an_estimate_says_why_it_pruned(case, recordings):
    evaluator = request_of(case).player.search.evaluator
    for visit in visits_of(recordings[case]):
        if visit.end == ESTIMATE:
            assert visit.static == evaluator.value(visit.state)
            assert visit.bound in (LOWER, UPPER) and visit.estimated
            cut = visit.bound == LOWER
            assert visit.score >= visit.window.beta if cut else visit.score <= visit.window.alpha
            assert visit.score <= visit.static if cut else visit.score >= visit.static
        elif visit.end == LEAF:
            assert visit.score == evaluator.value(visit.state)
        elif visit.end == FINAL:
            assert visit.score == visit.state.final()


@pytest.mark.parametrize("case", INTEREST, ids=name_of)
def test_skipped_moves_are_those_that_cannot_be_afforded(case, recordings):
    for visit in interior(recordings[case]):
        mine = visit.budgets.mine
        assert all(visit.costs[move] + visit.charge > mine for move in visit.skipped)
        if "skip" not in case[2]:
            assert visit.skipped == []
        elif visit.ply > 0 and visit.costs and "charged" not in case[2]:
            _cheapest, *others = visit.successors()
            assert all(visit.costs[move] <= mine for move in others)


def options_of(case):
    """The options of a case's player, with those that all have: slope, free."""
    given = dict(part.split("=") for part in case[2].partition(":")[2].split(",") if part)
    return {"slope": "100", "free": "0", **given}


def expected_scores(recording):
    """For every search: the latest earlier score where lines ended with the same side to move.

    And that with the other side to move; None for each that there is not. The side changes
    with every 250 thousandths of the limit, half of what a move costs at least.
    """
    scores, found = {}, []
    for root, after in zip(recording.searches, [*recording.searches[1:], None], strict=True):
        parity = max(1, root.budgets.mine // 250) % 2
        found.append((parity, scores.get(parity), scores.get(1 - parity)))
        if after is None or after.budgets != root.budgets:
            scores = {**scores, parity: root.score}
    return found


LEARNED = [
    case
    for case in INTEREST
    if case[0] == "position" and "second" not in case[2] and "single" not in case[2]
]


@pytest.mark.parametrize("case", LEARNED, ids=name_of)
def test_a_line_ends_as_decided_where_its_distance_costs_more_than_is_left(case, recordings):
    """In the plain words of players.interest.budgets, from the scores of earlier iterations."""
    options, recording = options_of(case), recordings[case]
    slope, free = int(options["slope"]), int(options["free"])
    evaluator = request_of(case).player.search.evaluator
    expectations = expected_scores(recording)
    for root, (parity, same, other) in zip(recording.searches, expectations, strict=True):
        other = same if other is None else other
        for visit in root.walk():
            if visit.ply == 0 or visit.end not in (SEARCHED, TABLE, DECIDED):
                assert visit.decision is None
                continue
            if visit.budgets is None or same is None or not slope:
                assert visit.end != DECIDED
                continue
            ending = visit.ply % 2 == parity
            expected = (same if ending else other) * (-1 if visit.ply % 2 else 1)
            static = int(evaluator.value(visit.state))
            cost = slope * (abs(static - expected) - free) // 100 + (500 if ending else 0)
            assert (visit.end == DECIDED) == (visit.budgets.mine < cost)
            if visit.end == DECIDED:
                assert (visit.static, visit.decision) == (static, (expected, cost))
                shift = 0 if ending else (same - other) * (-1 if visit.ply % 2 else 1)
                assert (visit.score, visit.bound) == (static + shift, EXACT)
                assert visit.below == [] and visit.kind is None


def test_a_decided_line_says_why(recordings):
    drawn = picture(INTEREST[0], recordings)
    root = drawn.roots[-1]
    row = row_of(root.below[-1], root, drawn.scale)
    assert (row.move, row.answer, row.tag.word) == ("f7", "= +10.38", "decided")
    assert row.note.endswith(
        "static +10.38, 8.57 from +1.81 expected; to go on costs 1.36, 1.00 is left"
    )


@pytest.mark.parametrize("case", RANGED, ids=name_of)
def test_ranges_are_those_that_the_search_left(case, recorded):
    recordings, plain, *_ = recorded
    (choice, _), recording = plain[case], recordings[case]
    root = recording.last()[-1]
    assert (root.lower, root.upper) == (choice.lower, choice.upper)
    drawn = picture(case, recordings)
    told = f"result in [{choice.lower / 100:+.2f}, {choice.upper / 100:+.2f}]"
    if choice.lower == choice.upper:
        told = f"result = {choice.lower / 100:+.2f}"
    assert row_of(root, None, drawn.scale).note.endswith(told)
    best = f", and no move is better than {drawn.scale.move_name(choice.move)}"
    assert f"proven: {told}{best * choice.proven}" in drawn.facts


@pytest.mark.parametrize("case", RANGED, ids=name_of)
def test_every_range_holds_the_result_of_perfect_play(case, recordings):
    results = {}
    for visit in visits_of(recordings[case]):
        if visit.state not in results:
            results[visit.state] = minimax(visit.state, 60, None)
        assert visit.lower <= results[visit.state] <= visit.upper
        if visit.end == PROVEN_BEFORE:
            assert visit.lower == visit.upper == visit.score and visit.bound == EXACT


def solved_here(positions):
    """What `solved` finds in a process of its own."""
    solver = Solver(megabytes=1)
    return [solver.solve(position).score for position in positions]


PROVABLE = [case for case in CASES if case[1] in (record_searches.LATE, record_searches.PASSES)]


@pytest.mark.parametrize("case", PROVABLE, ids=name_of)
def test_late_nodes_have_their_true_results_and_errors(case, recordings):
    drawn = with_true_results(picture(case, recordings), solved_here)
    known, wrong = {}, 0
    for visit in (visit for root in drawn.roots for visit in root.walk()):
        if visit.state not in known:
            known[visit.state] = minimax(visit.state, 60, None)
        result = known[visit.state]
        assert visit.result == result
        too_high, too_low = visit.score > result, visit.score < result
        off = {EXACT: too_high or too_low, LOWER: too_high, UPPER: too_low}[visit.bound]
        told = row_of(visit, None, drawn.scale).result
        assert told.startswith(f"{result // 100:+d}") and ("off by" in told) == off
        if off:
            assert told.endswith(f"off by {abs(visit.score - result) / 100:.2f}")
        wrong += off
    assert f"; {wrong} of " in drawn.facts[-1]
    document = documents.read(as_document("search-tree", text.data_of(drawn)))
    assert document["trees"][-1]["result"] == drawn.roots[-1].result
    rows = text.text_of(drawn), explain_svg.svg_of(drawn)
    root = row_of(drawn.roots[-1], None, drawn.scale).result
    assert f"  {root}  " in rows[0]
    assert f"proven {root}" in rows[1]


@pytest.mark.parametrize("case", RANGED, ids=name_of)
def test_the_range_of_a_solved_node_is_its_result(case, recordings):
    drawn = with_true_results(picture(case, recordings), solved_here)
    for visit in (visit for root in drawn.roots for visit in root.walk()):
        told = f"result = {visit.result / 100:+.2f}"
        if visit.lower != visit.upper:
            told += f", by the search [{visit.lower / 100:+.2f}, {visit.upper / 100:+.2f}]"
        assert row_of(visit, None, drawn.scale).note.endswith(told)


def test_without_ranges_none_is_told(recordings):
    for case in set(CASES) - set(RANGED):
        assert all(visit.lower is None for visit in visits_of(recordings[case]))
        assert "result " not in text.text_of(picture(case, recordings))


@pytest.mark.parametrize("case", INTEREST[:1], ids=name_of)
def test_a_move_is_paid_for_by_the_side_that_makes_it(case, recordings):
    paid = 0
    for visit in interior(recordings[case]):
        for child in visit.below:
            if child.budgets is not None:
                spent = min(visit.budgets.mine, visit.costs[child.move])
                assert child.budgets[:2] == (visit.budgets.theirs, visit.budgets.mine - spent)
                paid += 1
    assert paid > 0


def test_kernels_are_left_as_they_were_and_a_large_search_is_refused(recorded):
    *_, refusal, untouched = recorded
    assert untouched
    assert refusal == "the search visits more than 10 positions: too many to draw"


def test_compiled_kernels_are_not_recorded(monkeypatch):
    monkeypatch.setattr(recorder, "COMPILED", True)
    request = request_of(CASES[0])
    with pytest.raises(RuntimeError, match="under NUMBA_DISABLE_JIT=1 only"):
        recorder.record(request.player, request.state, request.limits, BIG)


@pytest.mark.parametrize("most", [1, 5, 20, BIG])
@pytest.mark.parametrize("case", [CASES[0], INTEREST[0]], ids=name_of)
def test_what_is_left_out_is_counted_in_its_place(case, most, recordings):
    (root,) = recordings[case].last()
    small = trimmed(root, most)
    kept = list(small.walk())
    assert len(kept) <= max(1, most)
    assert len(kept) + sum(visit.hidden for visit in kept) == sum(1 for _ in root.walk())
    words = text.text_of(picture(case, recordings, most))
    told = [int(number) for number in re.findall(r"visits below that are not drawn: (\d+)", words)]
    assert told == [visit.hidden for visit in kept if visit.hidden]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_text_has_a_line_for_every_visit(case, recordings):
    drawn = picture(case, recordings)
    for root in drawn.roots:
        lines = text.tree_lines(root, drawn)[1:]
        told = [line for line in lines if "╌" not in line]
        for visit, line in zip(root.walk(), told, strict=True):
            row = row_of(visit, None, drawn.scale)
            assert f"{row.window}" in line and row.answer in line and row.tag.word in line
        assert len(lines) - len(told) == sum(len(groups_of(v, drawn.scale)) for v in root.walk())


SMALL = """\
move      above            window          returned  kind  why
root*                      (-inf, +inf)    = +28445  pv
├─ 1*     alpha[0] -inf    (-inf, +inf)    = -28445  pv
│  ├─ 0   alpha[0] -inf    (-inf, +inf)    = +36970  leaf
│  └─ 1*  alpha[1] -36970  (-inf, +36970)  = +28445  leaf
└─ 0      alpha[1] +28445  (-inf, -28445)  ≥ -4045   cut
   ├─ 0   alpha[0] -inf    (+28445, +inf)  = +4045   leaf
   └╌ beta cutoff, 1 unsearched: 1"""


def test_a_small_tree_reads_like_this(recordings):
    """Checked by hand: 0 refutes the second move, being worth less than the first one."""
    assert text.text_of(picture(SMALL_TREE, recordings)).endswith("\n\n" + SMALL)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_svg_has_a_box_for_every_visit_and_a_legend(case, recordings):
    drawn = picture(case, recordings)
    document = ElementTree.fromstring(explain_svg.svg_of(drawn))
    names = [part.get("id") for part in document.iter() if part.get("id")]
    visits = [visit for root in drawn.roots for visit in root.walk()]
    assert Counter(names) == Counter(f"visit-{visit.number}" for visit in visits)
    words = [part.text for part in document.iter() if part.tag.endswith("text")]
    marks = {row_of(visit, None, drawn.scale).tag for visit in visits}
    assert all(f"{tag.word}: {tag.meaning}" in words for tag in marks)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_nothing_in_a_picture_overlaps(case, recordings):
    drawn = picture(case, recordings)
    boxes, top = [], 100.0
    for root in drawn.roots:
        tree, top = placed(root, None, 0, top, drawn)
        boxes += tree.walk()
    lefts = columns(boxes, 10)
    for ply in {box.ply for box in boxes}:
        column = sorted((box for box in boxes if box.ply == ply), key=lambda box: box.top)
        assert column[0].top >= 100 and column[-1].top + column[-1].height <= top
        for upper, lower in zip(column, column[1:], strict=False):
            assert upper.top + upper.height < lower.top
        assert all(lefts[ply] + box.width < lefts[ply + 1] for box in column)
        for box in column:
            assert box.width >= BAR_WIDTH + CHARACTER_WIDTH * max(map(len, box.lines))


def test_the_board_of_a_picture_has_each_letter_above_its_file(recordings):
    drawn = picture(CASES[0], recordings)
    document = ElementTree.fromstring(explain_svg.svg_of(drawn))
    (board,) = (part for part in document.iter() if part.get("role") == "img")
    parts = {
        kind: [part for part in board if part.tag.endswith(kind)] for kind in ("text", "circle")
    }
    places = {part.text: (float(part.get("x")), float(part.get("y"))) for part in parts["text"]}
    ranks = [line.split()[1:] for line in drawn.board.splitlines()[1:]]
    wanted = set()
    for row, rank in enumerate(ranks):
        for column, sign in enumerate(rank):
            if sign != "-":
                across, down = places["abcdefgh"[column]][0], places[f"{row + 1}"][1]
                wanted.add((across, down, sign))
    middle = {(float(each.get("cx")), float(each.get("cy")) + 4): each for each in parts["circle"]}
    signs = {"#101010": "X", "#ffffff": "O"}
    assert {(*at, signs[each.get("fill")]) for at, each in middle.items()} == wanted
    assert not any(part.text and "  " in part.text for part in document.iter())


def test_text_from_outside_is_escaped(recordings):
    drawn = picture(CASES[0], recordings)._replace(title="a < b & c", facts=("<script>",))
    document = ElementTree.fromstring(explain_svg.svg_of(drawn))
    assert "a < b & c" in [part.text for part in document.iter()]
    assert "<script>" in [part.text for part in document.iter()]


def test_a_range_is_told_where_the_search_gives_one(recordings):
    drawn = picture(CASES[0], recordings)
    visit = replace(drawn.roots[0], lower=-250, upper=INFINITY)
    assert "result in [-2.50, +inf]" in row_of(visit, None, drawn.scale).note


def run(*words):
    command = [sys.executable, "-m", "players.explain", *words]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )


def test_the_command_prints_and_writes(tmp_path):
    svg = tmp_path / "tree.svg"
    done = run("f5f6c4c5c6c3", "--player", "forward", "--out", str(svg))
    assert (done.returncode, done.stderr) == (0, "")
    assert "static +9.98 - margin 4.26 ≥ beta +1.81" in done.stdout
    ElementTree.parse(svg)


def test_a_file_that_cannot_be_written_is_named_before_the_search(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(recorder, "record", None)
    for path, complaint in (
        (tmp_path / "none" / "tree.svg", "there is no such folder"),
        (tmp_path, "its name must end in .svg"),
    ):
        assert explain.main(["f5", "--out", str(path)]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err) == ("", f"{explain.COMMAND}: {path}: {complaint}\n")


@pytest.mark.skipif(not COMPILED, reason="the command solves with compiled kernels")
def test_the_command_solves_late_positions_unless_told_not_to():
    words = (record_searches.LATE, "--depth", "1")
    done, without = run(*words), run(*words, "--no-results")
    assert done.returncode == without.returncode == 0
    request = request_of(("position", record_searches.LATE, "alphabeta", 1))
    result = minimax(request.state, 60, None) // 100
    assert re.search(rf"^root\* .*  {re.escape(f'{result:+d}')}[, ]", done.stdout, re.MULTILINE)
    assert "perfect play" not in without.stdout and "off by" not in without.stdout


def test_a_solver_that_fails_is_told_of_in_one_line(monkeypatch):
    monkeypatch.setattr(explain_picture.sys, "executable", "false")
    with pytest.raises(RuntimeError, match="the solver ended early: 1"):
        explain_picture.solved([])


def test_no_moves_are_the_start_of_the_game():
    options = explain.command_parser().parse_args([""])
    asked = explain_request.of_position(options.game, options.player, 1)
    assert asked.title == "the position, black to move"
    assert asked.state == START
    asked = explain_request.of_position(f"OX{'-' * 62} X", options.player, 1)
    assert asked.title == "the position, white to move, since the other side passes"


@pytest.mark.parametrize("options", ["solve=60", "solve=0,wld=60"])
def test_an_end_that_would_be_solved_is_searched(options):
    asked = explain_request.of_position(LATE, f"alphabeta:depth=3,{options}", None)
    assert asked.player.perfect_endgame.found(asked.state, asked.limits) is None
