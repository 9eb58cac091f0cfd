# SPDX-License-Identifier: MIT
"""A debugger's end of qemu's gdbstub: system registers and physical memory."""

import re
import socket
import struct
import time
import xml.etree.ElementTree as xml


class Gdb:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(100):
            try:
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.05)
        self.socket.settimeout(20)
        self.buffer = b""
        # Connecting stops the machine, which may or may not be told.
        self.send("qSupported")
        while b"PacketSize" not in self.receive():
            pass
        self.numbers = self.registers()
        self.go()

    def send(self, text):
        data = text.encode()
        self.socket.sendall(b"$%s#%02x" % (data, sum(data) & 0xFF))

    def receive(self):
        while True:
            found = re.search(rb"\$([^#]*)#..", self.buffer)
            if found:
                self.buffer = self.buffer[found.end():]
                self.socket.sendall(b"+")
                return found.group(1)
            data = self.socket.recv(65536)
            if not data:
                raise EOFError("gdbstub")
            self.buffer += data

    def ask(self, text):
        self.send(text)
        return self.receive()

    def stop(self):
        self.socket.sendall(b"\x03")
        self.receive()

    def go(self):
        self.send("c")

    def file(self, name):
        text = b""
        while True:
            part = self.ask("qXfer:features:read:%s:%x,f00" % (name, len(text)))
            # "}" escapes a character.
            text += re.sub(rb"\}(.)", lambda m: bytes([m.group(1)[0] ^ 0x20]), part[1:])
            if part[:1] == b"l":
                return text.decode()

    def registers(self):
        """The numbers of all registers by name, as the description counts them."""
        numbers = {}
        number = 0
        for name in re.findall(r'href="([^"]*)"', self.file("target.xml")):
            for element in xml.fromstring(self.file(name)).iter("reg"):
                number = int(element.get("regnum", number))
                numbers[element.get("name")] = number
                number += 1
        return numbers

    def register(self, *names):
        """The first of these names that the machine has."""
        for name in names:
            if name in self.numbers:
                data = bytes.fromhex(self.ask("p%x" % self.numbers[name]).decode())
                return int.from_bytes(data, "little")
        raise KeyError(names)

    def word(self, address, size):
        """A word of physical memory."""
        self.ask("Qqemu.PhyMemMode:1")
        data = bytes.fromhex(self.ask("m%x,%x" % (address, size)).decode())
        return struct.unpack("<I" if size == 4 else "<Q", data)[0]
