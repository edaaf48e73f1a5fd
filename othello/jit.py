"""Compile policy: the only module that imports numba.

Every kernel is compiled without the GIL and kept on disk. numba notices a
change in a kernel's own file only, so the folder that holds the machine code
is named after a digest of all our sources: an edited callee in another module
never leaves stale code behind.
"""

import contextlib
import functools
import hashlib
import inspect
import logging
import os
import sys
import tempfile
import uuid
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import config, event
from numba.extending import intrinsic, overload, overload_method

__all__ = [
    "COMPILED",
    "cpu_has",
    "intrinsic",
    "ir",
    "jit",
    "jitmethods",
    "overload",
    "step",
    "types",
]

COMPILED = not config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: every kernel then runs as plain Python."""

KERNEL_PACKAGES = ("othello", "players")
"""The packages that hold kernels, side by side; the digest covers their sources."""
WITHOUT_KERNELS = "window"
"""The folder whose sources the digest leaves out: to change a colour compiles nothing."""

POLICY = {"nogil": True, "error_model": "numpy", "_nrt": False}
"""How every kernel is compiled.

Without the GIL, so that a window stays alive; dividing by zero as numpy does,
which needs no check. Without numba's reference counts: a kernel allocates
nothing (numba refuses one that does), and counting the arrays that it passes on
took a quarter of the search's time and half of the evaluation's.
"""

logger = logging.getLogger("othello.jit")


def let_words_wrap() -> None:
    """Where nothing is compiled, let words wrap silently in this thread, as machine code does.

    The importing thread has done so; numpy keeps it for each thread apart.
    """
    if not COMPILED:
        np.seterr(over="ignore")


let_words_wrap()


def cpu_has(*features: str) -> bool:
    """Whether the compile target has every named LLVM feature, such as "avx2".

    Follows NUMBA_CPU_FEATURES, which numba itself compiles for.
    """
    if config.CPU_FEATURES is not None:
        enabled = {name[1:] for name in config.CPU_FEATURES.split(",") if name.startswith("+")}
    else:
        enabled = {name for name, present in binding.get_host_cpu_features().items() if present}
    return enabled.issuperset(features)


def _digest_of_sources() -> str:
    """Sixteen hexadecimal digits that change with any source of a kernel package."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    root = Path(__file__).resolve().parent.parent
    for package in KERNEL_PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if path.parent.name == WITHOUT_KERNELS:
                continue
            digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache_folder() -> Path:
    """Where this platform keeps a user's caches."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _writable(folder: Path) -> bool:
    """Whether files can be made in `folder`, which is created if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> str | None:
    """The folder for machine code, or None where nothing can be written.

    NUMBA_CACHE_DIR is honoured; otherwise the code lies beside the sources,
    or, in a read-only installation, in the user's cache folder.
    """
    name = f"kernels-{_digest_of_sources()}"
    if config.CACHE_DIR:
        candidates = [Path(config.CACHE_DIR) / name]
    else:
        candidates = [Path(__file__).resolve().parent / "__pycache__" / name]
        with contextlib.suppress(RuntimeError):  # no home folder is known
            candidates.append(_user_cache_folder() / "othello-laboratory" / name)
    for folder in candidates:
        if _writable(folder):
            return str(folder)
    return None


class _Announcement(event.Listener):
    """Says once per process that compiling has begun."""

    said = False

    def on_start(self, event: Any) -> None:
        """Say it, the first time."""
        if not _Announcement.said:
            _Announcement.said = True
            logger.warning("compiling kernels for this machine (the first run only) ...")

    def on_end(self, event: Any) -> None:
        """Nothing to say."""


CACHE_FOLDER = _cache_folder() if COMPILED else None
if COMPILED:
    event.register("numba:compile", _Announcement())


def jit(signature: Any = None, **options: Any) -> Any:
    """A kernel: compiled without the GIL and cached, or plain Python if disabled.

    Use as `@jit`, or as `@jit("uint64(uint64)")` to fix the types, which
    compiles at import. `options` are numba's, beside POLICY.
    """
    if callable(signature):
        return jit(**options)(signature)
    if not COMPILED:
        return lambda function: function

    arguments = () if signature is None else (signature,)

    def decorate(function: Callable[..., Any]) -> Any:
        before = config.CACHE_DIR
        try:
            config.CACHE_DIR = CACHE_FOLDER or ""
            cached = CACHE_FOLDER is not None
            kernel = numba.njit(*arguments, cache=cached, **POLICY, **options)(function)
        except RuntimeError:  # a source that is no file, as at a prompt, has no cache
            return numba.njit(*arguments, **POLICY, **options)(function)
        finally:
            config.CACHE_DIR = before
        if cached and signature is None:
            _spell_out_types(kernel._cache)
        return kernel

    return decorate


def step(function: Callable[..., Any]) -> Any:
    """A step of a kernel: as `jit`, always put into its caller's code, and not for Python to call.

    A call that passes a whole search on costs more than what a small step does, and code that
    takes a search apart for a call from Python takes longer to compile than the step.
    """
    return jit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)


def _spell_out_types(cache: Any) -> None:
    """Let the cache of a kernel tell apart the sources of types from outside our packages.

    A kernel that takes a stranger's evaluator holds its code, which the digest
    of our own sources does not cover. The types are spelled out, because two
    classes may share a name, and because a key that refers to a stranger's
    class could be read by nobody without it.
    """
    index_key = cache._index_key

    def key(arguments: Any, codegen: Any) -> Any:
        spelled = tuple(_spelled(kind) for kind in arguments)
        return (spelled, *index_key(arguments, codegen)[1:])

    cache._index_key = key


def _spelled(kind: Any) -> str:
    """The type of an argument in full: classes by module and name, strangers' by source too.

    numba's own name of a NamedTuple type leaves the module out.
    """
    if not isinstance(kind, types.BaseNamedTuple):
        return str(kind)
    cls = kind.instance_class
    name = f"{cls.__module__}.{cls.__qualname__}"
    if cls.__module__.partition(".")[0] not in KERNEL_PACKAGES:
        name += f" {_digest_of_module(cls.__module__)}"
    return f"{name}({', '.join(_spelled(part) for part in kind)})"


@functools.cache
def _digest_of_module(name: str) -> str:
    """Hexadecimal digits that change with the module's source or its neighbours'."""
    source = getattr(sys.modules.get(name), "__file__", None)
    if source is None:  # typed at a prompt: nobody can tell what it was next time
        return uuid.uuid4().hex
    digest = hashlib.sha256(name.encode())
    for path in sorted(Path(source).parent.glob("*.py")):
        if path.is_file():  # an editor's lock is a link to nothing
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_methods: dict[tuple[type, str], Callable[..., Any]] = {}
_signatures: dict[str, inspect.Signature] = {}
_class_names: Counter[str] = Counter()


def jitmethods(cls: Any) -> Any:
    """Make the methods of a NamedTuple callable inside kernels; returns the class.

    A method runs as written in Python; in a kernel it is compiled and inlined.
    One name has one list of parameters in all classes, since numba resolves it
    once: TypeError otherwise. numba tells classes apart by their names alone,
    so a second class of one name gets a number behind its own.
    """
    _class_names[cls.__name__] += 1
    if _class_names[cls.__name__] > 1:
        cls.__name__ += f"_{_class_names[cls.__name__]}"
    for name, function in vars(cls).items():
        if inspect.isfunction(function) and not name.startswith("_"):
            _methods[cls, name] = function
            _register(name, inspect.signature(function))
    return cls


def _register(name: str, signature: inspect.Signature) -> None:
    """Teach numba to look up the method `name` by the class of the tuple it is called on."""
    parameters = list(signature.parameters)
    if name in _signatures:
        if list(_signatures[name].parameters) != parameters:
            expected = list(_signatures[name].parameters)
            raise TypeError(f"{name}: parameters {parameters} where others have {expected}")
        return
    _signatures[name] = signature

    def find(*arguments):
        for cls in arguments[0].instance_class.__mro__:
            if (cls, name) in _methods:
                return _methods[cls, name]
        return None

    find.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            parameter.replace(annotation=inspect.Parameter.empty)
            for parameter in signature.parameters.values()
        ]
    )
    if COMPILED:
        overload_method(types.BaseNamedTuple, name, jit_options=POLICY, strict=False)(find)
