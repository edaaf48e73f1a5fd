import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import programs
import pytest
import record_searches
from naive.search import Node, minimax
from naive.search import alphabeta as papers_alphabeta
from record_searches import CASES, request_of

from othello.position import PASS
from players.protocol import EXACT, LOWER, UPPER
from players.search.bounds import ALL, CUT, INFINITY, PV, Window
from players.study.explain import drawing, recorder
from players.study.explain.drawing import picture_of, tag_of
from players.study.explain.recorder import ESTIMATE, FINAL, LEAF, SCOUT, SEARCHED

ROOT = Path(__file__).parents[4]
ALPHABETA = [case for case in CASES if case[1].startswith("alphabeta")]
INTEREST = [case for case in CASES if case[1].startswith("interest")]
FULL = [case for case in ALPHABETA if " full" in case[1]]
PLAIN = [case for case in CASES if ":" not in case[1]]
"""Players without options, whose kernels other tests need too."""
BIG = 10**6


def name_of(case):
    return case[1]


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


def picture(case, recordings):
    return picture_of(request_of(case), recordings[case])


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_recorded_search_is_the_search_itself(case, recorded):
    found, plain, *_ = recorded
    choice = plain[case]
    assert found[case].choice._replace(cpu_seconds=0.0) == choice._replace(cpu_seconds=0.0)
    last = found[case].last()[-1]
    if "mtdf" not in case[1]:
        assert (last.score, last.bound) == (choice.score, choice.bound)


@pytest.mark.parametrize("case", PLAIN, ids=name_of)
def test_a_recorded_search_is_that_of_compiled_kernels(case, recordings):
    request = request_of(case)
    choice = request.player.choose(request.state, request.limits)
    found = recordings[case].choice
    assert found._replace(cpu_seconds=0.0) == choice._replace(cpu_seconds=0.0)


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
    evaluator = request_of(case).player.parts.evaluator

    def best_first(children, depth):
        return sorted(children, key=evaluator.value)

    (root,) = recordings[case].searches
    node = Node(root.state, root.depth, [-INFINITY], INFINITY)
    agree(root, papers_alphabeta(node, evaluator, best_first))


@pytest.mark.parametrize(
    "case",
    [case for case in ALPHABETA if "table" not in case[1]],
    ids=name_of,
)
def test_bounds_are_true(case, recordings):
    """INV2: what alpha-beta returns bounds the value of minimax, and is it inside the window."""
    evaluator = request_of(case).player.parts.evaluator
    for visit in visits_of(recordings[case]):
        if visit.depth > 2:
            continue  # minimax of a position would take long
        value = minimax(visit.state, visit.depth, evaluator)
        assert visit.bound == LOWER or value <= visit.score
        assert visit.bound == UPPER or value >= visit.score
        if visit.window.alpha < visit.score < visit.window.beta:
            assert visit.bound == EXACT
        if visit.bound == LOWER:
            assert visit.score >= visit.window.beta


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_an_estimate_says_why_it_pruned(case, recordings):
    evaluator = request_of(case).player.parts.evaluator
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
        if "published" not in case[1]:
            assert visit.skipped == []


def test_recording_restores_kernels_and_rejects_large_searches(recorded):
    *_, refusal, untouched = recorded
    assert untouched
    assert refusal == "the search visits more than 10 positions: too many to show"


def test_compiled_kernels_are_not_recorded(monkeypatch):
    monkeypatch.setattr(recorder, "COMPILED", True)
    request = request_of(CASES[0])
    with pytest.raises(RuntimeError, match="under NUMBA_DISABLE_JIT=1 only"):
        recorder.record(request.player, request.state, request.limits, BIG)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_svg_has_a_line_for_every_visit_and_a_legend(case, recordings):
    drawn = picture(case, recordings)
    document = ElementTree.fromstring(drawing.svg_of(drawn))
    names = [part.get("id") for part in document.iter() if part.get("id")]
    visits = [visit for root in drawn.roots for visit in root.walk()]
    assert Counter(names) == Counter(f"visit-{visit.number}" for visit in visits)
    words = [part.text for part in document.iter() if part.tag.endswith("text")]
    marks = {tag_of(visit) for visit in visits}
    assert all(f"{tag.word}: {tag.meaning}" in words for tag in marks)


def test_text_from_outside_is_escaped(recordings):
    drawn = picture(CASES[0], recordings)
    titled = drawn._replace(request=drawn.request._replace(title="a < b & c"), facts=("<script>",))
    document = ElementTree.fromstring(drawing.svg_of(titled))
    assert "a < b & c" in [part.text for part in document.iter()]
    assert "<script>" in [part.text for part in document.iter()]


def run(*words):
    return programs.run([sys.executable, "-m", "othello", "explain", *words], cwd=ROOT)


def test_the_command_prints_and_writes(tmp_path):
    svg = tmp_path / "tree.svg"
    done = run("f5f6c4c5c6c3", "--player", "forward", "--out", str(svg))
    assert (done.returncode, done.stderr) == (0, "")
    assert "static +9.98 - margin 4.26 ≥ beta +1.81" in done.stdout
    ElementTree.parse(svg)
