"""The user's own word: what a stored contest imports and starts, the command line must name too."""

import shlex
from collections.abc import Iterable
from typing import NamedTuple

from othello.cli.errors import short_repr
from players import registry
from players.registry import SpecError


def _program(spec: str) -> str:
    """The specification of another program without its numbers, "" for any other player.

    A ladder sets numbers; only texts say what is started, with which files and variables.
    """
    if not registry.is_outside(spec):
        return ""
    name, given = registry.parse(spec)
    return registry.write(name, {key: one for key, one in given.items() if isinstance(one, str)})


class Named(NamedTuple):
    """The modules and the players that a command line names."""

    modules: tuple[str, ...] = ()
    specs: tuple[str, ...] = ()

    def check(self, modules: Iterable[str], specs: Iterable[str]) -> None:
        """SpecError if one of the modules, or a program of the players, is not named."""
        missing = [module for module in modules if module not in self.modules]
        if missing:
            raise SpecError(
                f"its players are those of {', '.join(map(short_repr, missing))}, whose code runs"
                " only where --players names it"
            )
        programs = {_program(spec) for spec in self.specs} | {""}
        for spec in specs:
            if _program(spec) not in programs:
                raise SpecError(
                    "it starts another program, which has to be named here too:"
                    f" --engine {shlex.quote(spec)}"
                )


NOBODY = Named()
