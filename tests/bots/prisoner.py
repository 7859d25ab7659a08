"""Attacks from inside: what a program or a plug-in can find out and leave behind, told with every move.

Tests write the attacks, with the paths that are meant, into one file with a program or a plug-in that makes them.
"""

ATTACKS = '''
import ctypes, os, socket, subprocess, sys, time

RECORD, LISTENER, MARKER = {record!r}, {listener!r}, {marker!r}
NOTE = "mctsky-note-" + MARKER
LIBC = ctypes.CDLL(None, use_errno=True)
ADD_KEY, KEYCTL = {{"x86_64": (248, 250), "aarch64": (217, 219)}}.get(os.uname().machine, (None, None))


def tried(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return None


def read(path):
    with open(path, "rb") as file:
        return len(file.read())


def places():
    here = os.path.dirname(os.path.abspath(__file__))
    cache = os.environ.get("MCTSKY_CACHE_DIR", here)
    return [os.getcwd(), "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~"), here, cache, os.path.dirname(RECORD)]


def leave_note(folder):
    with open(os.path.join(folder, NOTE), "w") as file:
        file.write("I was here")
    return True


def notes():
    found = [folder for folder in places() if os.path.exists(os.path.join(folder, NOTE))]
    if KEYCTL and LIBC.syscall(KEYCTL, 10, -3, b"user", NOTE.encode(), 0) > 0:
        found.append("keyring")
    return sorted(set(found))


def others():
    """The processes of the arena that can be seen."""
    found = 0
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            words = tried(lambda: open("/proc/" + entry + "/cmdline", "rb").read()) or b""
            found += b"mctsky\\0match" in words or b"multiprocessing" in words
    return found


def connect():
    with socket.create_connection(("127.0.0.1", LISTENER), 1.0):
        return True


def daemon():
    """A process that has left session, group and environment, and is nobody's child."""
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(1000)"
    words = ["setsid", "env", "-i", sys.executable, "-I", "-S", "-c", code, MARKER]
    if os.fork() == 0:
        null = os.open("/dev/null", os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        if os.fork() == 0:
            os.execvp(words[0], words)
        os._exit(0)
    os.wait()
    time.sleep(0.1)
    return True


def attack():
    """Try everything; return what came of it."""
    found = {{
        "notes": notes(),
        "record": tried(read, RECORD),
        "secret": tried(read, RECORD + ".secret"),
        "folder": len(tried(os.listdir, os.path.dirname(RECORD)) or ()),
        "work": len(os.listdir(".")),
        "others": others(),
        "parent": tried(lambda: len(open("/proc/%d/environ" % os.getppid(), "rb").read())) if os.getppid() > 1 else None,
        "network": bool(tried(connect)),
        "host": bool(tried(lambda: socket.socket(40, socket.SOCK_STREAM).fileno())),
        "ring": LIBC.syscall(425, 0, None) < 0 and ctypes.get_errno() != 1,
        "namespace": LIBC.unshare(0x10000000) == 0,
        "dumpable": LIBC.prctl(3, 0, 0, 0, 0),
    }}
    found["written"] = [folder for folder in places() if tried(leave_note, folder)]
    if ADD_KEY:
        LIBC.syscall(ADD_KEY, b"user", NOTE.encode(), b"x", 1, -3)
    tried(daemon)
    return found
'''

PROGRAM = """
import json, sys
found = None
for line in sys.stdin:
    message = json.loads(line)
    answer = {"id": message["id"]}
    if message["type"] == "hello":
        answer.update(protocol=1, name="prisoner")
    elif message["type"] == "choose":
        found = found or attack()
        answer.update(code=message["codes"][0], info=found)
    elif message["type"] != "new_game":
        continue
    print(json.dumps(answer), flush=True)
"""

PLUG_IN = """
import os, sys
from mctsky.bots.api import Bot


class Prisoner(Bot):
    found = None

    def choose(self, view):
        self.found = self.found or attack()
        return view.own_codes()[0]

    def thoughts(self):
        return self.found


def build(parameters):
    return Prisoner()
"""
