# SPDX-License-Identifier: MIT
"""Walks ARM's page tables, of the process that runs, and names the attribute of an address.

Arm Architecture Reference Manual: VMSAv8-64 for AArch64, with 4 KiB granules; the long
descriptors of VMSAv7; and its short ones with TEX remap, as Linux uses them.
"""

ADDRESS = 0x0000FFFFFFFFF000
LARGE_ADDRESSES = 1 << 31  # TTBCR.EAE: long descriptors
TEX_REMAP = 1 << 28  # SCTLR.TRE


def both(inner, outer):
    return inner if inner == outer else "inner %s outer %s" % (inner, outer)


def mair_half(bits):
    """Four bits of MAIR, of normal memory."""
    if bits == 4:
        return "non-cacheable"
    return "write-back" if bits & 4 else "write-through"


def mair_name(byte):
    """An attribute byte of MAIR."""
    if byte & 0xF0 == 0:
        names = {0x00: "nGnRnE", 0x04: "nGnRE", 0x08: "nGRE", 0x0C: "GRE"}
        return "Device-" + names.get(byte, "0x%02x" % byte)
    return both(mair_half(byte & 0xF), mair_half(byte >> 4))


def remap_name(index, prrr, nmrr):
    """What TEX remap makes of an index: the bits TEX[0], C and B of an entry."""
    kind = prrr >> 2 * index & 3
    if kind != 2:
        return ["Strongly-ordered", "Device", "", "reserved"][kind]
    names = ["non-cacheable", "write-back", "write-through", "write-back"]
    return both(names[nmrr >> 2 * index & 3], names[nmrr >> 16 + 2 * index & 3])


def long_walk(gdb, table, level, virtual, mair):
    """(physical address, attribute) by long descriptors, or None."""
    while True:
        shift = 12 + 9 * (3 - level)
        entry = gdb.word(table + 8 * (virtual >> shift & 0x1FF), 8)
        if entry & 1 == 0 or (level == 3 and entry & 2 == 0):
            return None
        if level == 3 or entry & 2 == 0:
            break
        table = entry & ADDRESS
        level += 1
    within = (1 << shift) - 1
    physical = (entry & ADDRESS & ~within) | (virtual & within)
    name = mair_name(mair >> 8 * (entry >> 2 & 7) & 0xFF)
    return physical, name + (",block" if level < 3 else "")


def short_walk(gdb, table, virtual, prrr, nmrr):
    """The same by short descriptors; a section counts as a block."""
    entry = gdb.word(table + 4 * (virtual >> 20), 4)
    if entry & 3 == 1:
        entry = gdb.word((entry & 0xFFFFFC00) + 4 * (virtual >> 12 & 0xFF), 4)
        if entry & 2 == 0:
            return None
        index = (entry >> 6 & 1) << 2 | entry >> 2 & 3
        return entry & 0xFFFFF000 | virtual & 0xFFF, remap_name(index, prrr, nmrr)
    if entry & 2 == 0:
        return None
    index = (entry >> 12 & 1) << 2 | entry >> 2 & 3
    return (entry & 0xFFF00000 | virtual & 0xFFFFF,
            remap_name(index, prrr, nmrr) + ",block")


def walk(gdb, virtual):
    """Of a user's address; None if there is nothing."""
    if "TTBR0_EL1" in gdb.numbers and "x0" in gdb.numbers:
        bits = 64 - (gdb.register("TCR_EL1") & 0x3F)
        table = gdb.register("TTBR0_EL1") & ADDRESS
        return long_walk(gdb, table, 3 - (bits - 12 - 1) // 9, virtual, gdb.register("MAIR_EL1"))
    base = gdb.register("TTBR0", "TTBR0_EL1")
    if gdb.register("TTBCR") & LARGE_ADDRESSES:
        mair = gdb.register("MAIR0") & 0xFFFFFFFF | gdb.register("MAIR1") << 32
        return long_walk(gdb, base & 0xFFFFFFFFE0, 1, virtual, mair)
    if not gdb.register("SCTLR") & TEX_REMAP:
        raise ValueError("short descriptors without TEX remap")
    # The same two registers by their names before large addresses were.
    return short_walk(gdb, base & 0xFFFFC000, virtual, gdb.register("PRRR", "MAIR0"),
                      gdb.register("NMRR", "MAIR1"))
