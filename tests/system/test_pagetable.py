#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Page tables with known answers.

The registers' values, and what each index stands for, are those of Linux' arch/arm/mm/
proc-v7-2level.S and proc-v7-3level.S and arch/arm64/mm/proc.S; the entries are written by hand
after the architecture's manuals.
"""

import unittest

from pagetable import walk

TEX_REMAP = 1 << 28


class Machine:
    """What walk() takes for a debugger."""

    def __init__(self, registers, words):
        self.numbers = registers
        self.words = words

    def register(self, *names):
        return next(self.numbers[name] for name in names if name in self.numbers)

    def word(self, address, size):
        assert size in (4, 8) and address % size == 0
        return self.words.get(address, 0)


class Arm64(unittest.TestCase):
    # Its upper half holds an address space's number; 48 bits are translated.
    registers = {"x0": 0, "TCR_EL1": 0x10, "TTBR0_EL1": 0x12_0000_4000_0001,
                 "MAIR_EL1": 0x00_0000_0004_0044_BBFF}
    tables = {0x4000_0000 + 8 * 1: 0x4000_1003, 0x4000_1000 + 8 * 2: 0x4000_2003,
              0x4000_2000 + 8 * 3: 0x4000_3003}
    virtual = 1 << 39 | 2 << 30 | 3 << 21 | 4 << 12 | 0x567

    def page(self, index, access=0x0060_0000_0000_0F43):
        entry = 0x8765_4000 | access | index << 2
        return walk(Machine(self.registers, {**self.tables, 0x4000_3000 + 8 * 4: entry}),
                    self.virtual)

    def test_pages(self):
        for index, name in enumerate(("write-back", "write-through", "non-cacheable",
                                      "Device-nGnRnE", "Device-nGnRE")):
            self.assertEqual(self.page(index), (0x8765_4567, name))

    def test_block(self):
        found = walk(Machine(self.registers,
                             {**self.tables, 0x4000_2000 + 8 * 3: 0x60_0000_8020_0F49}),
                     self.virtual)
        self.assertEqual(found, (0x8020_4567, "non-cacheable,block"))

    def test_nothing(self):
        self.assertIsNone(walk(Machine(self.registers, self.tables), self.virtual))
        self.assertIsNone(self.page(0, 0xF42))
        # Not a block at the last level.
        self.assertIsNone(self.page(0, 0xF41))


class Long(unittest.TestCase):
    registers = {"TTBR0": 0x1A_0000_4000_0020, "TTBCR": 0xB502_3500, "SCTLR": TEX_REMAP,
                 "MAIR0": 0xEEAA_4400, "MAIR1": 0xFF00_0004}
    tables = {0x4000_0020 + 8 * 2: 0x4000_2003, 0x4000_2000 + 8 * 3: 0x4000_3003}
    virtual = 2 << 30 | 3 << 21 | 4 << 12 | 0x567

    def test_pages(self):
        for index, name in {0: "Device-nGnRnE", 1: "non-cacheable", 2: "write-through",
                            3: "write-back", 4: "Device-nGnRE", 7: "write-back"}.items():
            entry = 0x40_0001_8765_4F43 | index << 2
            found = walk(Machine(self.registers, {**self.tables, 0x4000_3000 + 8 * 4: entry}),
                         self.virtual)
            self.assertEqual(found, (0x1_8765_4567, name))

    def test_block(self):
        found = walk(Machine(self.registers,
                             {**self.tables, 0x4000_2000 + 8 * 3: 0x40_0000_8020_0F5D}),
                     self.virtual)
        self.assertEqual(found, (0x8020_4567, "write-back,block"))


class Short(unittest.TestCase):
    registers = {"TTBR0": 0x4000_406A, "TTBCR": 0, "SCTLR": TEX_REMAP, "MAIR0": 0xFF0A_81A8,
                 "MAIR1": 0x40E0_40E0}
    virtual = 0x7F3_45_678
    names = {0b000: "Strongly-ordered", 0b001: "non-cacheable", 0b010: "write-through",
             0b011: "write-back", 0b100: "Device", 0b111: "write-back"}

    def test_pages(self):
        for index, name in self.names.items():
            entry = 0x8765_4C32 | (index >> 2) << 6 | (index & 3) << 2
            words = {0x4000_4000 + 4 * 0x7F3: 0x4000_8411, 0x4000_8400 + 4 * 0x45: entry}
            self.assertEqual(walk(Machine(self.registers, words), self.virtual),
                             (0x8765_4678, name))

    def test_sections(self):
        for index, name in self.names.items():
            entry = 0x8760_0C12 | (index >> 2) << 12 | (index & 3) << 2
            self.assertEqual(walk(Machine(self.registers, {0x4000_4000 + 4 * 0x7F3: entry}),
                                  self.virtual),
                             (0x8764_5678, name + ",block"))

    def test_inner_and_outer(self):
        # Index 3 is write-back inside, and not cached outside.
        registers = {**self.registers, "MAIR1": 0x4020_40E0}
        entry = 0x8760_0C1E
        self.assertEqual(walk(Machine(registers, {0x4000_4000 + 4 * 0x7F3: entry}),
                              self.virtual)[1],
                         "inner write-back outer non-cacheable,block")

    def test_nothing(self):
        self.assertIsNone(walk(Machine(self.registers, {}), self.virtual))
        self.assertIsNone(walk(Machine(self.registers,
                                       {0x4000_4000 + 4 * 0x7F3: 0x4000_8411}), self.virtual))

    def test_without_remap(self):
        with self.assertRaises(ValueError):
            walk(Machine({**self.registers, "SCTLR": 0}, {}), self.virtual)


if __name__ == "__main__":
    unittest.main()
