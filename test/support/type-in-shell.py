"""Types into an interactive shell and prints what its command line has become.

usage: type-in-shell.py KEYS COMMAND...; in KEYS the shell is to print "READY" once it reads, and to leave by what they end with.
"""
import os
import pty
import sys

keys, command = sys.argv[1], sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "dumb"
    os.execvp(command[0], command)
seen = b""
sent = False
while True:
    try:
        got = os.read(terminal, 65536)
    except OSError:
        break
    if not got:
        break
    seen += got
    if not sent and b"READY" in seen:
        sent = True
        os.write(terminal, keys.encode())
os.waitpid(child, 0)
sys.stderr.write(seen.decode(errors="replace"))
