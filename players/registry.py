"""Players by name: "alphabeta:depth=6,driver=pvs" becomes a player.

A stranger's module adds its own with `@register("name")` and is imported by
the option `--players module`.
"""

import importlib
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, get_args, get_type_hints

from players.protocol import Player

Factory = TypeVar("Factory", bound=Callable[..., Player])

_factories: dict[str, Callable[..., Player]] = {}
