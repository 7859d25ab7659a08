"""Names that other packages add by entry points."""

import logging

log = logging.getLogger(__name__)


def add_plugins(found: dict[str, str], group: str, kind: str) -> dict[str, str]:
    """Return names and places with those of other packages added; names of mctsky itself cannot be replaced."""
    from importlib.metadata import entry_points  # late: it takes a tenth of the time to a first move

    for point in entry_points(group=group):
        if point.name in found:
            log.warning("the plug-in %s %s of %s is hidden by another of that name", kind, point.name, point.value)
            continue
        found[point.name] = point.value
    return found
