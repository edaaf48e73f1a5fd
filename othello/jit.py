"""Compile policy: the only module that imports numba.

Every kernel is compiled without the GIL and cached on disk. numba notices a change only in a
kernel's own file, comments included. So our cache folder is named after the digest of all code that
plays: see othello.fingerprint.
"""

import contextlib
import dis
import functools
import inspect
import re
import sys
import tempfile
import uuid
from collections import Counter, namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from typing import overload as overload_types

import numpy as np
import platformdirs

from othello import fingerprint
from othello.cli.errors import missing_package_hook
from othello.compiling import FIRST_RUN
from othello.files import APPLICATION

try:
    import numba
except ModuleNotFoundError:
    sys.excepthook = missing_package_hook
    raise
from llvmlite import binding
from llvmlite import ir as ir
from numba import config
from numba import types as types
from numba.core import event
from numba.core.caching import FunctionCache
from numba.core.errors import NumbaError as NumbaError
from numba.extending import intrinsic as intrinsic
from numba.extending import overload as overload
from numba.extending import overload_method

COMPILED = not config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1, where every kernel runs as plain Python."""

COUNTS = "_nrt"
"""numba's private option for reference counts."""
POLICY = {
    "nogil": True,  # a window stays responsive
    "error_model": "numpy",  # no check for division by zero
    # No reference counts, since kernels allocate nothing. They took a quarter of the
    # search's time and half of the evaluation's.
    COUNTS: False,
    "no_cfunc_wrapper": True,  # an eighth of the compilation
}
"""numba's options for every kernel."""


def ignore_overflow() -> None:
    """Let plain Python numbers of numpy wrap silently in this thread, as machine code does.

    numpy has this setting for each thread; the importing thread calls it below.
    """
    if not COMPILED:
        np.seterr(over="ignore")


ignore_overflow()


def cpu_has(*features: str) -> bool:
    """True if numba compiles for every named LLVM feature; see NUMBA_CPU_FEATURES."""
    if config.CPU_FEATURES is not None:
        enabled = {name[1:] for name in config.CPU_FEATURES.split(",") if name.startswith("+")}
    else:
        enabled = {name for name, present in binding.get_host_cpu_features().items() if present}
    return enabled.issuperset(features)


def _cache_folder() -> Path | None:
    """Return the folder for machine code, or None if no folder can be written.

    It is NUMBA_CACHE_DIR if that is set, otherwise the folder of the sources or, in a read-only
    installation, the user's cache folder.
    """
    if config.CACHE_DIR:
        candidates = [Path(config.CACHE_DIR).absolute()]
    else:
        caches = Path(platformdirs.user_cache_dir(APPLICATION, appauthor=False))
        candidates = [Path(__file__).resolve().parent / "__pycache__", caches]
    name = f"kernels-{fingerprint.digest(f'{numba.__version__} {fingerprint.version()}')}"
    for candidate in filter(Path.is_absolute, candidates):  # relative if there is no home folder
        with contextlib.suppress(OSError):
            folder = candidate / name
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
    return None


class KernelListener(event.Listener):
    """Reports each kernel that numba compiles."""

    def on_start(self, event: Any) -> None:
        """Report that a kernel compiles now."""
        FIRST_RUN.begin(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        """Report that it has compiled."""
        FIRST_RUN.end()


CACHE_FOLDER = _cache_folder() if COMPILED else None
_CACHED: set[Callable[..., Any]] = set()
"""Functions of the kernels that are cached."""


class KernelLocator:
    """Tells numba's cache the place and the key of a kernel, by the meaning of its sources."""

    def __init__(self, module: str, file: str) -> None:
        self._module, self._file = module, file

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "KernelLocator | None":
        """Return the locator of a kernel; None for a function that numba caches for others."""
        return cls(function.__module__, file) if function in _CACHED else None

    def get_cache_path(self) -> str:
        """Return the folder of all kernels."""
        return str(CACHE_FOLDER)

    def ensure_cache_path(self) -> None:
        """Create the folder again if it has been deleted."""
        Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """Return the key of the machine code."""
        return _stamp_of_module(self._module)

    def get_disambiguator(self) -> str:
        """Return a part of the file's name: the module and, unless it plays, its place."""
        playing = fingerprint.plays(self._module)
        return self._module if playing else f"{self._module}-{fingerprint.digest(self._file)}"


if COMPILED:
    FIRST_RUN.cached = CACHE_FOLDER is not None
    event.register("numba:compile", KernelListener())
    # The default serves functions that are not ours.
    default = "UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator,ZipCacheLocator"
    others = config.CACHE_LOCATOR_CLASSES or default
    config.CACHE_LOCATOR_CLASSES = f"{__name__}.{KernelLocator.__name__},{others}"


class KernelCache(FunctionCache):
    """numba's cache, where the types of arguments are keys as text.

    numba's own key refers to the class of a user's evaluator. It could not be read where that
    module is missing, and would equal the key of the class before an edit.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the machine code for a tuple of types, or None."""
        return super().load_overload(tuple(map(_spelled, sig)), target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the machine code for a tuple of types.

        Not for constants of a kernel that calls itself, whose callers are refused.
        """
        kernel = data.type_annotation
        _refuse_constants(kernel)
        constants = any(isinstance(one, types.Literal) for one in sig)
        if constants and _calls_itself(kernel.func_id.func):
            return
        super().save_overload(tuple(map(_spelled, sig)), data)


def _refuse_constants(kernel: Any) -> None:
    """Raise TypeError if a kernel gives a constant to one that calls itself.

    That one's machine code would crash when it is loaded from the cache.
    """
    for call, signature in kernel.calltypes.items():
        if getattr(call, "op", None) != "call":
            continue
        callee = getattr(kernel.typemap[call.func.name], "dispatcher", None)
        if callee is None or not _calls_itself(callee.py_func):
            continue
        for name, kind in zip(signature.pysig.parameters, signature.args, strict=False):
            if isinstance(kind, types.Literal):
                number = kind.literal_value
                text = f"{callee.__name__}, which calls itself, needs {name}=np.int64({number})"
                raise TypeError(f"{text} here, not {number}")


def _calls_itself(function: Callable[..., Any]) -> bool:
    """True if a function names itself, other than as an attribute."""
    steps = dis.get_instructions(function)
    return any(one.opname == "LOAD_GLOBAL" and one.argval == function.__name__ for one in steps)


Function = TypeVar("Function", bound=Callable[..., Any])


@overload_types
def jit(signature: Function) -> Function: ...
@overload_types
def jit(
    signature: str | None = None, allocates: bool = False, **options: Any
) -> Callable[[Function], Function]: ...
def jit(signature: Any = None, allocates: bool = False, **options: Any) -> Any:
    """Make a function a kernel: compiled without the GIL and cached, or plain Python if disabled.

    Use as `@jit`, or as `@jit("uint64(uint64)")` to fix the types, which compiles at import.
    A kernel that `allocates` may make arrays, which costs time at each call. `options` are further
    options of numba.
    """
    if callable(signature):
        return jit(allocates=allocates, **options)(signature)
    if not COMPILED:
        return lambda function: function

    options = {**POLICY, COUNTS: allocates, **options}

    def decorate(function: Callable[..., Any]) -> Any:
        if CACHE_FOLDER is None or not Path(inspect.getfile(function)).is_file():  # at a prompt
            return numba.njit(signature, **options)(function)
        _CACHED.add(function)
        kernel = numba.njit(signature, cache=bool(signature), **options)(function)
        if signature is None:
            # Private: enable_caching() has no place for another class. Without it a process
            # without the module of a user's evaluator cannot load the kernels that took it.
            kernel._cache = KernelCache(function)
        return kernel

    return decorate


def step(function: Function) -> Function:
    """Make a function a step of a kernel: as `jit`, but always inlined, and not called from Python.

    A call with a whole search as argument costs more than a small step. The wrapper for calls from
    Python would take longer to compile than the step.
    """
    return jit(forceinline=True, no_cpython_wrapper=True)(function)


def _spelled(kind: Any) -> str:
    """Return the type of an argument in full: classes by module, name and stamp.

    numba's own name of a NamedTuple type leaves out the module.
    """
    if not isinstance(kind, types.BaseNamedTuple):
        return str(kind)
    cls = kind.instance_class
    name = f"{cls.__module__}.{cls.__qualname__} {_stamp_of_module(cls.__module__)}"
    return f"{name}({', '.join(map(_spelled, kind))})"


@functools.cache
def _stamp_of_module(name: str) -> str:
    """Return "" for a module that plays, else the digest of the module and its neighbours.

    The cache folder's name covers modules that play. A kernel that takes the evaluator of a user's
    module contains that module's code.
    """
    if fingerprint.plays(name):
        return ""
    source = getattr(sys.modules.get(name), "__file__", None)
    if source is None:  # typed at a prompt: its source cannot be compared later
        return uuid.uuid4().hex
    neighbours = {
        path.as_posix(): fingerprint.digest_of_source(path.read_bytes())
        for path in Path(source).parent.glob("*.py")
        if path.is_file()  # no editor's lock
    }
    return fingerprint.digest_of_parts({"": name, **neighbours})


def ufunc(signature: str) -> Callable[[Callable[..., Any]], Any]:
    """Make a function of numbers a numpy ufunc, with broadcasting and `out=`, without the GIL.

    `signature` as in "uint64(uint64, int64)". A loop in Python gives the same without compilation.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if COMPILED:
            _CACHED.add(function)
            cached = CACHE_FOLDER is not None
            return numba.vectorize([signature], cache=cached)(function)
        result_kind, *kinds = re.findall(r"\w+", signature)

        def apply(*arrays: Any, out: Any = None) -> Any:
            parts = np.broadcast_arrays(*map(np.asarray, arrays, kinds))
            result = np.empty(parts[0].shape, result_kind) if out is None else out
            for place in np.ndindex(parts[0].shape):
                result[place] = function(*(part[place] for part in parts))
            return result[()] if out is None else out

        return apply

    return decorate


State = TypeVar("State")
_methods: dict[tuple[type, str], Callable[..., Any]] = {}
_registered: dict[str, tuple[type, list[str]]] = {}
"""The class that first had a method of this name, and the method's parameters."""
_class_names: Counter[str] = Counter()


def jitmethods(cls: type[State]) -> type[State]:
    """Make the methods of a NamedTuple callable inside kernels; return the class.

    A method runs as written in Python; a kernel compiles and inlines it. A name must have the same
    parameters in all classes, since numba resolves it once: TypeError otherwise. numba
    distinguishes classes by name alone, so a second class of the same name gets a number. A class
    without fields gets one, since kernels cannot take an empty tuple.
    """
    cls = _with_field(cls)
    _class_names[cls.__name__] += 1
    if _class_names[cls.__name__] > 1:
        cls.__name__ += f"_{_class_names[cls.__name__]}"
    for name, function in vars(cls).items():
        if inspect.isfunction(function) and not name.startswith("_"):
            _methods[cls, name] = function
            _register(cls, name, inspect.signature(function))
    return cls


def _with_field(cls: Any) -> Any:
    """Return a NamedTuple, or its copy with a field if it has none."""
    if cls._fields:
        return cls
    base = namedtuple("base", "unused", defaults=[0])
    own = {
        name: part
        for name, part in vars(cls).items()
        if name not in vars(base) or getattr(part, "__module__", "") == cls.__module__
    }
    named = {name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")}
    return type(cls.__name__, (base,), {**own, **named, "__slots__": ()})


def _register(cls: type, name: str, signature: inspect.Signature) -> None:
    """Make numba look up the method `name` by the class of its tuple."""
    parameters = list(signature.parameters)
    first, expected = _registered.setdefault(name, (cls, parameters))
    if expected != parameters:
        mine, theirs = (
            f"{owner.__module__}.{owner.__qualname__}.{name}({', '.join(listed)})"
            for owner, listed in ((cls, parameters), (first, expected))
        )
        raise TypeError(f"{mine}: other parameters than {theirs}, a method of the same name")
    if expected is not parameters:
        return

    def find(*arguments):
        for cls in arguments[0].instance_class.__mro__:
            if (cls, name) in _methods:
                return _methods[cls, name]
        return None

    find.__name__ = find.__qualname__ = name  # for numba's errors
    bare = [given.replace(annotation=given.empty) for given in signature.parameters.values()]
    find.__signature__ = inspect.Signature(bare)  # type: ignore[attr-defined]
    if COMPILED:
        overload_method(types.BaseNamedTuple, name, jit_options=POLICY, strict=False)(find)
