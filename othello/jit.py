"""Compile policy: the only module that imports numba.

Every kernel is compiled without the GIL and cached on disk. numba notices a change only in a
kernel's own file. So the cache folder is named after the digest of all code that plays, see
othello.fingerprint: an edited callee in another module never leaves stale machine code, and an
edited comment compiles nothing.
"""

import contextlib
import functools
import inspect
import re
import sys
import tempfile
import threading
import uuid
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from typing import overload as overload_types

import numpy as np
import platformdirs

from othello import fingerprint
from othello.cli.errors import missing_package_hook
from othello.compiling import FIRST_RUN, in_its_own_thread
from othello.files import APPLICATION

try:
    import numba
except ModuleNotFoundError:
    sys.excepthook = missing_package_hook
    raise
from llvmlite import binding, ir
from numba import types
from numba.core import config, event
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError
from numba.core.typeinfer import register_dispatcher
from numba.extending import intrinsic, overload, overload_method

__all__ = [
    "COMPILED",
    "FIRST_RUN",
    "NumbaError",
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
"""False under NUMBA_DISABLE_JIT=1, where every kernel runs as plain Python."""

POLICY = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}
"""numba's options for every kernel.

Kernels release the GIL, so that a window stays responsive. Division by zero is numpy's, which needs
no check. Kernels allocate nothing, so there are no reference counts: they took a quarter of the
search's time and half of the evaluation's. The wrapper for C callers is left out: it took an eighth
of the compilation.
"""


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


def _cache_folder() -> str | None:
    """Return the folder for machine code, or None if no folder can be written.

    It is NUMBA_CACHE_DIR if that is set, otherwise the folder of the sources or, in a read-only
    installation, the user's cache folder.
    """
    made_by = f"{numba.__version__} {sys.version_info[:2]} {getattr(sys, 'abiflags', '')}"
    name = f"kernels-{fingerprint.digest(f'{made_by} {fingerprint.version()}')}"
    if config.CACHE_DIR:
        candidates = [Path(config.CACHE_DIR) / name]
    else:
        candidates = [Path(__file__).resolve().parent / "__pycache__" / name]
        caches = Path(platformdirs.user_cache_dir(APPLICATION, appauthor=False))
        if caches.is_absolute():  # else there is no home folder
            candidates.append(caches / name)
    for folder in candidates:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return str(folder)
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
if COMPILED:
    FIRST_RUN.cached = CACHE_FOLDER is not None
    event.register("numba:compile", KernelListener())


Function = TypeVar("Function", bound=Callable[..., Any])


@overload_types
def jit(signature: Function) -> Function: ...
@overload_types
def jit(signature: str | None = None, **options: Any) -> Callable[[Function], Function]: ...
def jit(signature: Any = None, **options: Any) -> Any:
    """Make a function a kernel: compiled without the GIL and cached, or plain Python if disabled.

    Use as `@jit`, or as `@jit("uint64(uint64)")` to fix the types, which compiles at import.
    `options` are further options of numba.
    """
    if callable(signature):
        return jit(**options)(signature)
    if not COMPILED:
        return lambda function: function

    def decorate(function: Callable[..., Any]) -> Any:
        kernel = numba.njit(**POLICY, **options)(function)
        _wait_for_it(kernel)
        with contextlib.suppress(RuntimeError):  # the source is not a file, as at a prompt
            if CACHE_FOLDER is not None:
                kernel._cache = _KernelCache(function)
        if signature is not None:
            with register_dispatcher(kernel):  # so that it may call itself by its name
                kernel.compile(signature)
            kernel.disable_compile()
        return kernel

    return decorate


def step(function: Function) -> Function:
    """Make a function a step of a kernel: as `jit`, but always inlined, and not called from Python.

    A call with a whole search as argument costs more than a small step. The wrapper for calls from
    Python would take longer to compile than the step.
    """
    return jit(forceinline=True, no_cpython_wrapper=True)(function)


def _wait_for_it(kernel: Any) -> None:
    """Make Python wait for a kernel while another thread compiles or loads it."""
    compile_for = kernel._compile_for_args

    def compile_for_args(*arguments: Any, **named: Any) -> Any:
        compiled = functools.partial(compile_for, *arguments, **named)
        if global_compiler_lock.is_locked():  # by this thread: another would wait for it
            return compiled()
        return in_its_own_thread(compiled)

    kernel._compile_for_args = compile_for_args


_NUMBA_SETTINGS = threading.Lock()
"""Held while a setting of numba is changed for a moment: threads may import kernels together."""


@functools.cache
def _refresh_once(target_context: Any) -> None:
    """Make numba load what a context needs."""
    target_context.refresh()


class _KernelCache(FunctionCache):
    """numba's cache of one kernel, keyed by the meaning of its sources.

    numba's own key is the first line of the function and the age of its file, so that a comment
    would recompile the file. It also has types without their modules, whose classes may share a
    name.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        with _NUMBA_SETTINGS:
            before = config.CACHE_DIR
            config.CACHE_DIR = CACHE_FOLDER
            try:
                super().__init__(function)
            finally:
                config.CACHE_DIR = before
        if fingerprint.plays(function.__module__):  # one place for all copies of the sources
            self._cache_path = CACHE_FOLDER
        name = re.sub("[<>]", "", f"{function.__module__}.{function.__qualname__}")
        self._cache_file = IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=name,
            source_stamp=_stamp_of_module(function.__module__),
        )

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the kernel of a signature, or None; numba would refresh its parts each time."""
        _refresh_once(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target_context)

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        """Return the key of machine code: types, machine, bytecode and closure.

        Types are written as text: a key that refers to the class of a user's module could not be
        read without that module.
        """
        _, machine, code = super()._index_key(signature, codegen)
        declared = isinstance(signature, str)
        spelled = signature if declared else tuple(_spelled(kind) for kind in signature)
        return spelled, machine, code


def _spelled(kind: Any) -> str:
    """Return the type of an argument in full: classes by module, name and stamp.

    numba's own name of a NamedTuple type leaves out the module.
    """
    if not isinstance(kind, types.BaseNamedTuple):
        return str(kind)
    cls = kind.instance_class
    name = f"{cls.__module__}.{cls.__qualname__} {_stamp_of_module(cls.__module__)}"
    return f"{name}({', '.join(_spelled(part) for part in kind)})"


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
    neighbours = fingerprint.digests_of_files(Path(source).parent.glob("*.py"))
    return fingerprint.digest_of_parts({"": name, **neighbours})


State = TypeVar("State")
_methods: dict[tuple[type, str], Callable[..., Any]] = {}
_signatures: dict[str, inspect.Signature] = {}
_class_names: Counter[str] = Counter()


def jitmethods(cls: type[State]) -> type[State]:
    """Make the methods of a NamedTuple callable inside kernels; return the class.

    A method runs as written in Python; a kernel compiles and inlines it. A name must have the same
    parameters in all classes, since numba resolves it once: TypeError otherwise. numba
    distinguishes classes by name alone, so a second class of the same name gets a number.
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
    """Make numba look up the method `name` by the class of its tuple."""
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

    find.__name__ = find.__qualname__ = name  # for numba's errors
    given = signature.parameters.values()
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in given]
    find.__signature__ = inspect.Signature(bare)  # type: ignore[attr-defined]
    if COMPILED:
        overload_method(types.BaseNamedTuple, name, jit_options=POLICY, strict=False)(find)
