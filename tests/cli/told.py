"""What a command says on stderr."""

from click.testing import Result


def told(result: Result) -> str:
    """Return stderr without the notes about a first compilation, which depend on what ran before."""
    lines = result.stderr.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("mctsky: compiling "))
