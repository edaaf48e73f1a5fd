"""The page on the architecture has the files that are passed now."""

import os
import sys

import programs
import pytest
import walks


@pytest.mark.second_tier
def test_table_of_walks_is_up_to_date():
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = programs.run([sys.executable, walks.__file__], env=environment)
    table = "".join(line for line in done.stdout.splitlines(keepends=True) if line.startswith("|"))
    assert walks.PAGE.read_text("utf-8") == walks.page_with(table.rstrip("\n"))
