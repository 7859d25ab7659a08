"""The child process of a check: runs one group of checks on a game and tells what it finds, by JSON lines.

`python -m mctsky.testing.child JOB`, where JOB is the JSON of a `Job`. It is a process of its own because a wrong kernel can
end the process or never return.
"""

import dataclasses
import json
import os
import sys
import time
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mctsky.core import jit
from mctsky.core.cache import game_folder
from mctsky.core.position import Game
from mctsky.core.registry import find_spec
from mctsky.errors import MctskyError, PositionError, one_line
from mctsky.testing.digest import digest
from mctsky.testing.findings import Finding, promise_of
from mctsky.testing.groups import COMPILED, EFFORTS, GROUPS, Effort, cases
from mctsky.testing.recorder import Recorder, describe_call, read_record
from mctsky.testing.states import INSIDE
from mctsky.testing.subjects import checked_games


@dataclass(frozen=True)
class Job:
    """What a child has to do."""

    game: str
    group: str
    effort: str
    seed: int
    seconds: float  # of CPU time, after which no further case is begun
    recorder: str  # the path of its file
    options: dict[str, Any] | None = None  # None: all option sets that the group looks at
    one_seed: bool = False


def main(text: str) -> None:
    """Run a job and write what comes of it to the real stdout; whatever the game prints goes to stderr."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def tell(**message: Any) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    job = Job(**json.loads(text))
    recorder = Recorder(Path(job.recorder))
    warnings.simplefilter("error", RuntimeWarning)  # an integer that overflowed: compiled code would do it in another way
    spec = find_spec(job.game)
    recorder.record_calls()
    try:
        for wish in spec.small:
            Game(spec, wish)
    except MctskyError as error:
        finding = Finding("small", promise_of("small", ""), f"{dict(wish)}: {one_line(error)}")
        tell(kind="finding", options={}, seed=job.seed, **finding.parts())
        return
    if job.group == COMPILED:
        games = checked_games(spec) if job.options is None else (Game(spec, job.options),)
        chosen = [(game, job.seed) for game in games]
    else:
        chosen = _cases(job, EFFORTS[job.effort])
    begun, total = time.process_time(), 0
    for number, (game, seed) in enumerate(chosen):
        if time.process_time() - begun > job.seconds:
            tell(kind="late", n=number, of=len(chosen))
            break
        recorder.begin(dict(game.options), seed)
        tell(kind="case", n=number, of=len(chosen))
        try:
            if job.group == COMPILED:
                tell(kind="digest", options=game.format_options(), digest=digest(game))
                total += 1
            else:
                total += GROUPS[job.group].check(game, seed, EFFORTS[job.effort])
        except Exception as error:
            finding = error if isinstance(error, Finding) else _from_exception(error, game, Path(job.recorder))
            tell(kind="finding", options=dict(game.options), seed=seed, **finding.parts())
            break
    tell(kind="done", n=total)


def _cases(job: Job, effort: Effort) -> list[tuple[Game, int]]:
    spec, group = find_spec(job.game), GROUPS[job.group]
    if job.one_seed:
        effort = dataclasses.replace(effort, seeds=1)
    if job.options is None:
        return cases(group, spec, effort, job.seed)
    game = Game(spec, job.options)
    return [(game, seed) for seed in range(job.seed, job.seed + (1 if group.once else effort.seeds))]


def _from_exception(error: Exception, game: Game, path: Path) -> Finding:
    """Return what a verb raised as a finding, with the line of the game that raised it."""
    call, raw = read_record(path)
    verb = str(call.get("verb") or "setup")
    called, state = describe_call(game.spec, call, raw)
    folder = str(game_folder(game.spec.game_type) or "")
    frames = traceback.extract_tb(error.__traceback__)
    own = next((frame for frame in reversed(frames) if folder and frame.filename.startswith(folder)), None)
    if own is None and isinstance(error, PositionError):  # core could not write or read the events of a view
        found = f"{error.problem}: observe and conceal do not agree; {called.rstrip(',')}; state: {state}"
        return Finding("conceal", promise_of("conceal", "cannot tell apart"), found)
    frame = own or frames[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    line = f" `{frame.line}`" if frame.line else ""
    if own is None and jit.JIT_DISABLED:  # compiled code of the game has no frame
        called = f"raised by the check, which this or an earlier answer has misled: {called}"
    return Finding(verb, promise_of(verb, INSIDE), f"{one_line(error)} ({place}{line}); {called.rstrip(',')}; state: {state}")


if __name__ == "__main__":
    main(sys.argv[1])
