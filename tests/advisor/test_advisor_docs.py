"""docs/advisor.md: its Python runs and prints what it says, its JSON keeps the schema, its clients work."""

import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from engines import ACTION, REPLY, REQUEST

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "advisor.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
ENGINE = [sys.executable, "-m", "mctsky", "engine"]


def test_every_json_example_is_a_request_an_action_or_a_reply():
    examples = [json.loads(text) for language, text in BLOCKS if language == "json"]
    assert len(examples) > 10
    for example in examples:
        kinds = [kind for kind in (REQUEST, ACTION, REPLY) if kind.is_valid(example)]
        assert kinds, example


def test_the_first_reply_is_what_the_engine_says(client):
    request, reply = (json.loads(text) for language, text in BLOCKS if language == "json" if '"1"' in text[:12])
    found = client().ask(**request)
    found.pop("seconds"), reply.pop("seconds")
    assert found == reply


@pytest.mark.parametrize("number", range(3))
def test_the_python_examples_print_what_is_printed(number):
    places = [k for k, (language, _) in enumerate(BLOCKS) if language == "python"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(BLOCKS[places[number]][1], {})
    language, expected = BLOCKS[places[number] + 1]
    if language == "":
        assert out.getvalue() == expected
    else:
        assert out.getvalue().endswith("visits kept: True\n")


@pytest.mark.parametrize("program", ["advisor_client.py", "advisor_client.mjs"])
def test_the_clients_run(program):
    runner = sys.executable if program.endswith(".py") else shutil.which("node")
    if runner is None:
        pytest.skip("there is no node here to run advisor_client.mjs")
    command = [runner, str(ROOT / "examples" / program), *ENGINE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("can expect") == (3 if program.endswith(".py") else 2)
    assert "Traceback" not in done.stderr
