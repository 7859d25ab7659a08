"""An engine inside the test process, whose replies are checked against the shipped schema."""

import json
import threading
import time
from importlib import resources

from jsonschema import Draft202012Validator

from mctsky.advisor.engine.protocol import Limits
from mctsky.advisor.engine.server import Engine

SCHEMA = json.loads(resources.files("mctsky.advisor").joinpath("data/engine.schema.json").read_text())


def validator(part):
    """Return a validator for one of the definitions of the schema."""
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]})


REPLY, REQUEST, ACTION = (validator(part) for part in ("reply", "request", "action"))


class Client:
    """Talks to an engine without pipes."""

    def __init__(self, workers=1, **limits):
        self.replies, self._lock = [], threading.Lock()
        self.engine = Engine(self._take, Limits(**limits), workers)

    def _take(self, reply):
        line = json.dumps(reply, allow_nan=False)
        with self._lock:
            self.replies.append(json.loads(line))

    def send(self, **request):
        self.line(json.dumps(request).encode())

    def line(self, line):
        self.engine.take(line)

    def drain(self, seconds=60):
        """Wait until all is answered; return the replies since the last time, each of which keeps the schema."""
        end = time.monotonic() + seconds
        while not self.engine.is_idle:
            assert time.monotonic() < end, "the engine hangs"
            self.engine.wait(0.1)
        replies, self.replies = self.replies, []
        for reply in replies:
            REPLY.validate(reply)
        return replies

    def ask(self, **request):
        """Return the only reply to a request."""
        self.send(**{"id": "1", **request})
        (reply,) = self.drain()
        return reply
