"""Checking a game from outside: each group of checks runs in a child process, so that a crash or a loop is a finding too."""

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mctsky.core.checks import shown
from mctsky.core.contract import keeps_moves
from mctsky.core.registry import find_spec
from mctsky.core.spec import GameSpec
from mctsky.errors import ArgumentError, UnknownNameError, nearest
from mctsky.testing.child import Job
from mctsky.testing.findings import TEXT_PROMISES, promise_of
from mctsky.testing.groups import COMPILED, EFFORTS, GROUPS
from mctsky.testing.leaks import account
from mctsky.testing.recorder import SIZE, describe_call, read_call, read_record
from mctsky.testing.report import GroupReport, Located, Report
from mctsky.testing.states import INSIDE

LIMIT = 120.0  # seconds of CPU time for one call of a verb; compiling counts
SECONDS = 60.0  # of CPU time, after which a group begins no further case
TO_END = 10.0  # seconds for a child to end by itself once it has closed its output
ALL_GROUPS = (*GROUPS, COMPILED)
Told = Callable[[str, int, int], None]  # a group, how many of its cases are done, of how many


def check_game(
    name: str,
    *,
    only: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    effort: str = "normal",
    seed: int | None = None,
    python: bool = False,
    limit: float = LIMIT,
    seconds: float = SECONDS,
    told: Told | None = None,
) -> Report:
    """Check an installed game and return what was found.

    `only` names groups of checks; `options` and `seed` keep them to one option set and one seed, as the command of a finding
    does. With `python` all groups run as plain Python: nothing is compiled, which is quicker for small games.
    """
    reports = list(
        check_groups(
            name, only=only, options=options, effort=effort, seed=seed, python=python, limit=limit, seconds=seconds, told=told
        )
    )
    return Report(find_spec(name), reports, account(find_spec(name)) is not None)


def check_groups(
    name: str,
    *,
    only: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    effort: str = "normal",
    seed: int | None = None,
    python: bool = False,
    limit: float = LIMIT,
    seconds: float = SECONDS,
    told: Told | None = None,
) -> Iterator[GroupReport]:
    """Check an installed game like `check_game`; yield what becomes of each group as soon as it is known."""
    spec = find_spec(name)
    if effort not in EFFORTS:
        raise UnknownNameError("there is no such effort", given=shown(effort), remedy=nearest(shown(effort), EFFORTS))
    for group in only:
        if group not in ALL_GROUPS:
            raise UnknownNameError("there is no such group", given=shown(group), remedy=nearest(shown(group), ALL_GROUPS))
    if limit <= 0 or seconds <= 0:
        raise ArgumentError("a time limit is a number of seconds above 0", given=min(limit, seconds), where="check_game")
    checked = None if options is None else dict(spec.read_options(options))
    unsafe = ""
    for group in only or ALL_GROUPS:
        if group in GROUPS and not GROUPS[group].applies(spec):
            yield GroupReport(group, skipped=_why_not(group, spec))
            continue
        if group == COMPILED and python:
            yield GroupReport(group, skipped="everything runs as plain Python")
            continue
        if unsafe:
            yield GroupReport(group, skipped=f"correct what {unsafe} found first: compiled code could crash")
            continue
        job = Job(name, group, effort, seed or 0, seconds, "", checked, seed is not None)
        report = _compare_digests(spec, job, limit, told) if group == COMPILED else _run(spec, job, python, limit, told)
        if group in GROUPS and GROUPS[group].python and report.finding is not None and not python:
            unsafe = group
        yield report


def _why_not(group: str, spec: GameSpec) -> str:
    if not spec.hidden and group in ("worlds", "default", "leaks", "speed"):
        return "nothing is hidden"
    if group == "default":
        return "the game uses it" if keeps_moves(spec.game_type) else "its games are too long to be played again and again"
    return {"leaks": "the game ships no sees.py", "twin": "the game ships no twin.py"}.get(group, "not for this game")


def _compare_digests(spec: GameSpec, job: Job, limit: float, told: Told | None) -> GroupReport:
    """Let two processes hash all that the kernels compute, one compiled and one as plain Python."""
    found: list[dict[str, str]] = []
    for python in (True, False):
        report = _run(spec, job, python, limit, told)
        if report.finding is not None:
            return report
        found.append(report.digests)
    for options in found[0].keys() & found[1].keys():
        if found[0][options] != found[1][options]:
            words = f"they differ in a game with {options}; an integer that overflows, or a variable of two types, for example"
            chosen = dict(pair.split("=", 1) for pair in options.split(" "))
            finding = Located(COMPILED, TEXT_PROMISES[COMPILED], words, [], chosen, job.seed)
            return GroupReport(COMPILED, finding=_with_command(finding, job, limit))
    report.what = "option sets, compiled and as Python"
    return report


def _run(spec: GameSpec, job: Job, python: bool, limit: float, told: Told | None) -> GroupReport:
    """Run one group in a child process."""
    begun = time.monotonic()
    report = GroupReport(job.group, what=GROUPS[job.group].what if job.group in GROUPS else "")
    with tempfile.TemporaryDirectory(prefix="mctsky-check-") as folder:
        path, errors = Path(folder, "recorder"), Path(folder, "stderr")
        path.write_bytes(bytes(SIZE))
        job = Job(**{**asdict(job), "recorder": str(path)})
        plain = python or (job.group in GROUPS and GROUPS[job.group].python)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(part or str(Path.cwd()) for part in sys.path)}
        environment["NUMBA_DISABLE_JIT"] = "1" if plain else "0"
        quiet = "ignore::RuntimeWarning:runpy"  # the package has imported the module already
        command = [sys.executable, "-W", quiet, "-m", "mctsky.testing.child", json.dumps(asdict(job))]
        with errors.open("wb") as stderr:
            child = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr)
            try:
                hung = _listen(child, report, path, limit, told)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.wait(0 if hung else TO_END)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
                code = child.wait()
        if hung or (not report.done and report.finding is None):
            report.finding = _crash(spec, path, hung, limit, code, errors)
    if report.finding is not None:
        report.finding = _with_command(report.finding, job, limit, python)
    report.seconds = time.monotonic() - begun
    return report


def _listen(child: "subprocess.Popen[bytes]", report: GroupReport, path: Path, limit: float, told: Told | None) -> bool:
    """Read what a child tells until it ends; return whether it was in one call for too long, in CPU time."""
    assert child.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        last, since, rest = b"", 0.0, b""
        while True:
            if selector.select(0.2):
                chunk = os.read(child.stdout.fileno(), 1 << 16)
                if not chunk:
                    return False
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    report.take(json.loads(line), told)
            now, used = read_call(path)
            if now != last:
                last, since = now, used
            elif used - since > limit:
                return True


def _crash(spec: GameSpec, path: Path, hung: bool, limit: float, code: int, errors: Path) -> Located:
    """Return a finding about a child that never came back or was ended by a kernel, from its flight recorder."""
    call, raw = read_record(path)
    verb = str(call.get("verb") or "setup")
    if hung:
        what = f"did not return within {limit:g} s of CPU time"
    elif code < 0:
        what = f"ended the process ({signal.Signals(-code).name})"
    else:
        said = errors.read_text(errors="replace").strip().splitlines()
        what = f"ended the process (exit code {code}{': ' + said[-1][:200] if said else ''})"
    called, state = describe_call(spec, call, raw)
    found = f"{called or 'something'} {what}; state: {state}"
    return Located(verb, promise_of(verb, INSIDE), found, [], call.get("options", {}), int(call.get("seed", 0)))


def _with_command(finding: Located, job: Job, limit: float, python: bool = False) -> Located:
    """Add the command that repeats a finding."""
    words = ["mctsky", "check-game", job.game, "--only", job.group]
    for name, value in finding.options.items():
        words += ["--option", f"{name}={value}"]
    words += ["--seed", str(finding.seed)]
    words += ["--effort", job.effort] if job.effort != "normal" else []
    words += ["--limit", f"{limit:g}"] if limit != LIMIT else []
    finding.repeat = shlex.join([*words, *(["--python"] if python else [])])
    return finding
