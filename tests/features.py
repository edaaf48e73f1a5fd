"""The features of this machine's processor, for tests of code that is compiled for a lesser one."""

from llvmlite import binding


def host_without(*families: str) -> str:
    """NUMBA_CPU_FEATURES of this machine, without those whose names begin so."""
    present = binding.get_host_cpu_features()
    kept = {name: has and not name.startswith(families) for name, has in present.items()}
    return ",".join(f"{'+' if has else '-'}{name}" for name, has in sorted(kept.items()))
