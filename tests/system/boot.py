#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boots a guest, reads page tables when it asks, and prints a line for each of its tests.

usage: boot.py NAME SECONDS QEMU [ARGUMENT]...
The guest's console is qemu's standard input and output.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time

from gdb import Gdb
from pagetable import walk

TRIES = 200


class Guest:
    def __init__(self, name, seconds, command):
        self.name = name
        self.failed = 0
        self.ended = False
        self.gdb = None
        self.folder = tempfile.TemporaryDirectory()
        self.stub = os.path.join(self.folder.name, "gdb")
        self.qemu = subprocess.Popen(
            command + ["-gdb", "unix:%s,server=on,wait=off" % self.stub],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.timer = threading.Timer(seconds, self.qemu.kill)
        self.timer.start()

    def verdict(self, good, test):
        self.failed += 0 if good else 1
        print("%s: %s: %s" % ("ok" if good else "FAILED", self.name, test), flush=True)

    def attribute(self, virtual, frame):
        """Stops the machine until it is in the process whose page the address is.

        Frame 0 is not known, as of buffers that a card gives: only that process has the address.
        """
        if self.gdb is None:
            self.gdb = Gdb(self.stub)
        for _ in range(TRIES):
            self.gdb.stop()
            found = walk(self.gdb, virtual)
            self.gdb.go()
            if found and frame in (0, found[0] >> 12):
                return found[1]
            time.sleep(0.01)
        return "no page of the process (last: %s)" % (found,)

    def map(self, words):
        name, expected = " ".join(words[:-3]), words[-3]
        try:
            got = self.attribute(int(words[-2]), int(words[-1]))
        except (OSError, EOFError, KeyError, SyntaxError, ValueError) as error:
            got = repr(error)
        self.verdict(got == expected, "attribute of %s: %s" % (name, expected))
        if got != expected:
            print("# %s at %s, frame %s" % (got, words[-2], words[-1]), flush=True)
        self.qemu.stdin.write(b"\n")
        self.qemu.stdin.flush()

    def take(self, line):
        for word, good in (("ok ", True), ("not ok ", False)):
            if line.startswith(word):
                self.verdict(good, line[len(word):])
                return
        if line.startswith("@map "):
            self.map(line.split()[1:])
        elif line == "@end":
            self.ended = True
        elif line:
            print("# " + line.lstrip("# "), flush=True)

    def run(self):
        start = time.monotonic()
        for line in self.qemu.stdout:
            self.take(line.decode(errors="replace").rstrip("\r\n"))
        status = self.qemu.wait()
        self.timer.cancel()
        seconds = time.monotonic() - start
        self.verdict(self.ended and status == 0,
                     "came to its end (%.0f s, status %d)" % (seconds, status))


def main():
    guest = Guest(sys.argv[1], float(sys.argv[2]), sys.argv[3:])
    guest.run()
    return 1 if guest.failed else 0


if __name__ == "__main__":
    sys.exit(main())
