# SPDX-License-Identifier: MIT
"""Walks ARM's page tables, of the process that runs, and names the attribute of an address.

Arm Architecture Reference Manual: VMSAv8-64 for AArch64, with 4 KiB granules; the long
descriptors of VMSAv7; and its short ones with TEX remap, as Linux uses them.
"""

ADDRESS = 0x0000FFFFFFFFF000


def normal(byte):
    """An attribute byte of MAIR."""
    if byte & 0xF0 == 0:
        return {0x00: "Device-nGnRnE", 0x04: "Device-nGnRE"}.get(byte, "Device")
    outer = byte >> 4
    return ("non-cacheable" if outer == 4 else
            "write-back" if outer & 0xC == 0xC or outer & 0xC == 4 else "write-through")


def long_walk(gdb, table, level, virtual, mair):
    """(physical address, attribute) by long descriptors, or None."""
    while True:
        shift = 12 + 9 * (3 - level)
        entry = gdb.word(table + 8 * (virtual >> shift & 0x1FF), 8)
        if entry & 1 == 0:
            return None
        if level == 3 or entry & 2 == 0:
            break
        table = entry & ADDRESS
        level += 1
    attribute = normal(mair >> 8 * (entry >> 2 & 7) & 0xFF)
    within = (1 << shift) - 1
    physical = (entry & ADDRESS & ~within) | (virtual & within)
    return physical, attribute + (",block" if level < 3 else "")


def short_walk(gdb, table, virtual, prrr, nmrr):
    """The same by short descriptors; a section counts as a block."""
    entry = gdb.word(table + 4 * (virtual >> 20), 4)
    if entry & 3 == 1:
        entry = gdb.word((entry & 0xFFFFFC00) + 4 * (virtual >> 12 & 0xFF), 4)
        if entry & 2 == 0:
            return None
        index = (entry >> 6 & 1) << 2 | entry >> 2 & 3
        physical, block = entry & 0xFFFFF000 | virtual & 0xFFF, ""
    elif entry & 2:
        index = (entry >> 12 & 1) << 2 | entry >> 2 & 3
        physical, block = entry & 0xFFF00000 | virtual & 0xFFFFF, ",block"
    else:
        return None
    kind = prrr >> 2 * index & 3
    outer = nmrr >> 16 + 2 * index & 3
    attribute = (["Strongly-ordered", "Device"][kind] if kind < 2 else
                 ["non-cacheable", "write-back", "write-through", "write-back"][outer])
    return physical, attribute + block


def walk(gdb, virtual):
    if "TTBR0_EL1" in gdb.numbers and "x0" in gdb.numbers:
        size = gdb.register("TCR_EL1") & 0x3F
        level = 3 - (64 - size - 12 - 1) // 9
        table = gdb.register("TTBR0_EL1") & 0x0000FFFFFFFFFFFE
        return long_walk(gdb, table & ~0xFFF, level, virtual, gdb.register("MAIR_EL1"))
    control = gdb.register("TTBCR", "TTBCR_S", "TCR_EL1")
    base = gdb.register("TTBR0", "TTBR0_S", "TTBR0_EL1")
    if control >> 31 & 1:
        mair = (gdb.register("MAIR0", "PRRR", "MAIR_EL1") & 0xFFFFFFFF |
                gdb.register("MAIR1", "NMRR") << 32)
        return long_walk(gdb, base & 0xFFFFFFFFE0, 1, virtual, mair)
    return short_walk(gdb, base & 0xFFFFC000, virtual, gdb.register("PRRR", "MAIR0"),
                      gdb.register("NMRR", "MAIR1"))
