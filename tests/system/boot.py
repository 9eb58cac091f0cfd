#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boots a guest, reads page tables when it asks, and prints a line for each of its tests.

usage: boot.py NAME SECONDS QEMU [ARGUMENT]...
The guest's console is qemu's standard input and output. The status is 0 if the guest could be
tested, whatever came of it.
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
        self.told = 0
        self.ended = None
        self.late = False
        self.gdb = None
        self.folder = tempfile.TemporaryDirectory()
        self.stub = os.path.join(self.folder.name, "gdb")
        self.qemu = subprocess.Popen(
            command + ["-gdb", "unix:%s,server=on,wait=off" % self.stub],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.timer = threading.Timer(seconds, self.stop)
        self.timer.start()

    def stop(self):
        self.late = True
        self.qemu.kill()

    def verdict(self, good, test):
        print("%s: %s: %s" % ("ok" if good else "FAILED", self.name, test), flush=True)

    def attribute(self, page, own):
        """The attribute of a page, (virtual address, frame), of the process that has page `own`.

        The machine is stopped until it is in that process. Frame 0 is not known, as of buffers
        that a card gives.
        """
        if self.gdb is None:
            self.gdb = Gdb(self.stub)
        for _ in range(TRIES):
            self.gdb.stop()
            try:
                found, its = walk(self.gdb, page[0]), walk(self.gdb, own[0])
            finally:
                self.gdb.go()
            if its and its[0] >> 12 == own[1] and found and page[1] in (0, found[0] >> 12):
                return found[1]
            time.sleep(0.01)
        return "not seen in the process: %s, its own page: %s" % (found, its)

    def map(self, words):
        """The words are a name, what is expected, and the two pages."""
        name, expected, numbers = " ".join(words[:-5]), words[-5], words[-4:]
        try:
            numbers = [int(number) for number in numbers]
            got = self.attribute(numbers[:2], numbers[2:])
        except (OSError, EOFError, KeyError, SyntaxError, ValueError) as error:
            got = repr(error)
        self.verdict(got == expected, "attribute of %s: %s" % (name, expected))
        if got != expected:
            print("# %s; pages %s" % (got, numbers), flush=True)
        self.qemu.stdin.write(b"\n")
        self.qemu.stdin.flush()

    def take(self, line):
        for word, good in (("ok ", True), ("not ok ", False)):
            if line.startswith(word):
                self.told += 1
                self.verdict(good, line[len(word):])
                return
        if line.startswith("@map "):
            self.told += 1
            self.map(line.split()[1:])
        elif line.startswith("@end "):
            self.ended = int(line.split()[1])
        elif line:
            print("# " + line.lstrip("# "), flush=True)

    def run(self):
        start = time.monotonic()
        try:
            for line in self.qemu.stdout:
                self.take(line.decode(errors="replace").rstrip("\r\n"))
            status = self.qemu.wait()
        finally:
            self.timer.cancel()
            self.qemu.kill()
        seconds = time.monotonic() - start
        # What a guest tells can be torn apart by what its kernel tells; so they are counted.
        self.verdict(self.ended == self.told and status == 0,
                     "all %d tests in %.0f s" % (self.told, seconds))
        if self.ended != self.told or status:
            print("# %s, status %d, of %s tests" % (
                "killed after all that time" if self.late else "ended", status, self.ended))


def main():
    Guest(sys.argv[1], float(sys.argv[2]), sys.argv[3:]).run()


if __name__ == "__main__":
    main()
