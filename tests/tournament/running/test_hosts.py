"""A cluster of two hosts, made of network namespaces, encrypted as the page says."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from clusters import ROOT, environment
from patience import PATIENCE_SECONDS, until

PAGE = (ROOT / "docs" / "cluster.md").read_text("utf-8")
SCHEDULER, WORKER = "10.77.77.1", "10.77.77.2"
ADDRESS = f"{SCHEDULER}:8786"


def ip(words):
    """Whether a command of iproute2 could be carried out."""
    return subprocess.run(["ip", *words.split()], capture_output=True).returncode == 0


def block(mark):
    """A block of code of the page, by the comment above it."""
    return re.search(rf"<!-- {mark} -->\n```\w+\n(.*?)^```$", PAGE, re.S | re.M)[1]


def certificates(folder):
    """Folders of Dask's configuration, as the page makes it: of a member, and of another's."""
    for who in ("member", "stranger"):
        place = folder / who
        place.mkdir()
        subprocess.run(["sh", "-ec", block("certificates")], cwd=place, check=True, timeout=60)
        text = block("configuration").replace("FOLDER", str(place / "tls"))
        (place / "tls.yaml").write_text(text)
    return folder / "member", folder / "stranger"


@pytest.fixture
def hosts():
    """The names of two network namespaces that reach each other."""
    if not (shutil.which("ip") and shutil.which("openssl")):
        pytest.skip("needs iproute2 and openssl")
    first, second = (f"othello-{os.getpid()}-{n}" for n in (1, 2))
    if not ip(f"netns add {first}"):
        pytest.skip("needs the right to make network namespaces")
    try:
        assert ip(f"netns add {second}")
        wire = f"link add wire1 netns {first} type veth peer name wire2 netns {second}"
        assert ip(wire)
        for name, end, address in ((first, "wire1", SCHEDULER), (second, "wire2", WORKER)):
            assert ip(f"-n {name} address add {address}/24 dev {end}")
            assert ip(f"-n {name} link set {end} up") and ip(f"-n {name} link set lo up")
        yield first, second
    finally:
        for name in (first, second):
            ip(f"netns delete {name}")


@pytest.mark.second_tier
def test_two_hosts_play_by_tls_and_a_stranger_is_refused(hosts, tmp_path):
    first, second = hosts
    member, stranger = certificates(tmp_path)
    with contextlib.ExitStack() as ending:

        def start(host, words, configuration=member):
            process = subprocess.Popen(
                ["ip", "netns", "exec", host, sys.executable, "-m", *words],
                env={**environment(), "DASK_CONFIG": str(configuration)},
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            ending.callback(process.communicate)
            ending.callback(
                lambda: process.poll() is None and os.killpg(process.pid, signal.SIGKILL)
            )
            return process

        told = Path(tmp_path, "scheduler.json")
        where = ("--host", f"tls://{SCHEDULER}", "--port", "8786")
        start(first, ["dask", "scheduler", *where, "--no-dashboard", "--scheduler-file", str(told)])
        until(told.exists, "a scheduler")
        start(second, ["dask", "worker", f"tls://{ADDRESS}", "--nthreads", "1", "--no-dashboard"])
        match = ["tournament", "match", "greedy", "random", "--openings", "5", "--json"]
        match += ["--executor", f"dask+tls://{ADDRESS}"]

        played = start(first, [*match, "--store", "games.sqlite"])
        said, warned = played.communicate(timeout=PATIENCE_SECONDS)
        assert played.returncode == 0, warned
        assert json.loads(said)["games"] == 10
        both = (match, [*match[:-1], f"dask://{ADDRESS}"])
        asked = [start(second, [*words, "--store", "none.sqlite"], stranger) for words in both]
        for refused in asked:
            said, warned = refused.communicate(timeout=PATIENCE_SECONDS)
            assert (refused.returncode, said) == (2, "")
            assert "encryption" in warned or "no scheduler answers" in warned
