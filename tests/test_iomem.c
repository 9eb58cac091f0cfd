/* SPDX-License-Identifier: MIT */
/* Which physical memory is nobody's, by the maps of made-up machines; and how x86 caches it. */
#include <errno.h>

#include "check.h"
#include "iomem.h"
#include "pat.h"
#include "tree.h"

static const char iomem[] = "/proc/iomem";
static const char pat[] = "/sys/kernel/debug/x86/pat_memtype_list";

static void put(const char *path, const char *text)
{
    CHECK(tree_put(path, text));
}

static void is_free(uint64_t address, uint64_t bytes)
{
    char why[WHY] = "";

    if (!CHECK_EQ_I64(iomem_free(tree_root, address, bytes, why), 0))
        fprintf(stderr, "    0x%llx: %s\n", (unsigned long long)address, why);
}

static void is_refused(uint64_t address, uint64_t bytes, const char *part)
{
    char why[WHY] = "";

    errno = 0;
    if (!CHECK_EQ_I64(iomem_free(tree_root, address, bytes, why), -1))
        fprintf(stderr, "    0x%llx\n", (unsigned long long)address);
    CHECK_EQ_I64(errno, EPERM);
    CHECK_HAS(why, part);
    CHECK_HAS(why, "/proc/iomem");
}

static void test_server(void)
{
    put(iomem, "00000000-00000fff : Reserved\n"
               "00001000-0009ffff : System RAM\n"
               "000a0000-000fffff : Reserved\n"
               "  000f0000-000fffff : System ROM\n"
               "00100000-bffdffff : System RAM\n"
               "  01000000-01e00eb0 : Kernel code\n"
               "bffe0000-bfffffff : Reserved\n"
               "c0000000-febfffff : PCI Bus 0000:00\n"
               "  fb000000-fbffffff : 0000:00:02.0\n"
               "    fb000000-fb2fffff : efifb\n"
               "  fc000000-fdffffff : PCI Bus 0000:01\n"
               "    fc000000-fcffffff : 0000:01:00.0\n"
               "      fc000000-fcffffff : nvme\n"
               "    fd000000-fd0fffff : 0000:01:00.1\n"
               "  fe000000-fe0fffff : 0000:00:03.a\n"
               "  fe100000-fe1fffff : 10000:00:03.0\n"
               "  fe200000-fe2fffff : 0000:00:03.0-dev\n"
               "fec00000-fec003ff : IOAPIC 0\n"
               "100000000-23fffffff : System RAM\n"
               "380000000000-3fffffffffff : PCI Bus 0000:00\n");
    /* Between entries, and behind all. */
    is_free(0xfed00000, 0x1000);
    is_free(0x240000000, 1 << 20);
    is_free(UINT64_C(0xfffffffffffff000), 0x1000);
    is_free(UINT64_C(0x380000000000), 1 << 30);
    is_free(0xbffe0000, 0x20000);
    is_free(0, 0x1000);
    /* Of a bus and of functions, what nobody names: all of fd0fffff, and from fb300000 on. */
    is_free(0xc0000000, 1 << 20);
    is_free(0xfb300000, 0xd00000);
    is_free(0xfd000000, 1 << 20);
    is_free(0xfe000000, 1 << 20);
    is_refused(0xfb2ff000, 0x2000, "efifb at 0xfb000000-0xfb2fffff");
    is_refused(0xfa000000, 0x2000000, "efifb at 0xfb000000-0xfb2fffff");
    is_refused(0xfc800000, 0x1000, "nvme at 0xfc000000-0xfcffffff");
    is_refused(0xfe100000, 0x1000, "10000:00:03.0 at ");
    is_refused(0xfe200000, 0x1000, "0000:00:03.0-dev at ");
    is_refused(0xfec00000, 0x1000, "IOAPIC 0 at 0xfec00000-0xfec003ff");
    is_refused(0xf0000, 0x1000, "System ROM at ");
    /* By its last page, and by its first. */
    is_refused(0xbffdf000, 0x2000, "System RAM at 0x100000-0xbffdffff");
    is_refused(0xfffff000, 0x2000, "System RAM at 0x100000000-0x23fffffff");
    is_refused(0x1000000, 0x1000, "System RAM at ");
    is_refused(0, 0x2000, "System RAM at 0x1000-0x9ffff");
}

/* A carve-out that is not mapped stands beside the memory; what is reserved in it does not. */
static void test_arm64(void)
{
    put(iomem, "09000000-09000fff : pl011@9000000\n"
               "  09000000-09000fff : 9000000.pl011 pl011@9000000\n"
               "40000000-7fffffff : System RAM\n"
               "  40210000-414effff : Kernel code\n"
               "  48000000-4807ffff : reserved\n"
               "80000000-80ffffff : reserved\n"
               "81000000-bfffffff : System RAM\n"
               "4010000000-401fffffff : PCI ECAM\n"
               "8000000000-ffffffffff : pcie@10000000\n");
    is_free(0x80000000, 16 << 20);
    is_free(0xc0000000, 1 << 20);
    is_refused(0x48000000, 0x1000, "System RAM at 0x40000000-0x7fffffff");
    is_refused(0x80000000, 0x1001000, "System RAM at 0x81000000-0xbfffffff");
    is_refused(0x7ffff000, 0x2000, "System RAM at 0x40000000-0x7fffffff");
    is_refused(0x9000000, 0x1000, "pl011@9000000 at ");
    is_refused(UINT64_C(0x4010000000), 0x1000, "PCI ECAM at ");
    is_refused(UINT64_C(0x8000000000), 0x1000, "pcie@10000000 at ");
}

static void test_arm32(void)
{
    put(iomem, "10009000-10009fff : uart@9000\n"
               "60000000-7fffffff : System RAM (boot alias)\n"
               "80000000-9bffffff : System RAM\n"
               "  80008000-80dfffff : Kernel code\n"
               "9c400000-9c400000 : odd\n"
               "9c401fff-9c401fff : tail\n"
               "880000000-8ffffffff : System RAM\n");
    /* Memory that is cut off is in no entry; above 4 GiB too. */
    is_free(0x9c000000, 0x400000);
    is_free(UINT64_C(0x900000000), 1 << 20);
    is_free(UINT64_C(0x87ff00000), 1 << 20);
    is_refused(0x9c400000, 0x1000, "odd at 0x9c400000-0x9c400000");
    is_refused(0x9c401000, 0x1000, "tail at 0x9c401fff-0x9c401fff");
    is_free(0x9c402000, 0x1000);
    is_refused(0x60000000, 0x1000, "System RAM (boot alias) at ");
    is_refused(UINT64_C(0x880000000), 0x1000, "System RAM at 0x880000000-0x8ffffffff");
}

static void test_hidden(void)
{
    static const char *const wrong[] = {"garbage\n",
                                        "\n",
                                        "00000000-00000fff : Reserved\n40000000-7fff",
                                        "40000000-7fffffff",
                                        "40000000-7fffffff :",
                                        "40000000- : System RAM\n",
                                        "-7fffffff : System RAM\n",
                                        "7fffffff-40000000 : System RAM\n",
                                        "40000000 7fffffff : System RAM\n",
                                        "40000000-7fffffff: System RAM\n",
                                        "1ffffffffffffffff-2ffffffffffffffff : System RAM\n",
                                        ""};
    char text[1024] = "40000000-7fffffff : reserved\n50000000-5fffffff : ";

    put(iomem, "00000000-00000000 : Reserved\n00000000-00000000 : System RAM\n"
               "  00000000-00000000 : Kernel code\n");
    is_refused(0xc0000000, 0x1000, "to root only");
    is_refused(0, 0x1000, "to root only");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        put(iomem, wrong[i]);
        is_refused(0x90000000, 0x1000, "can't be read in full");
    }
    /* The name of the last line is cut; the range is known. */
    put(iomem, "40000000-7fffffff : System RAM\n80000000-80000fff : ua");
    is_free(0x90000000, 0x1000);
    is_refused(0x80000000, 0x1000, "ua at ");
    /* A name that is long and claims nothing else. */
    memset(text + strlen(text), 'x', 500);
    put(iomem, text);
    is_refused(0x90000000, 0x1000, "can't be read in full");
    text[140] = '\0';
    put(iomem, text);
    is_refused(0x50000000, 0x1000, "xxx at 0x50000000-0x5fffffff");
    CHECK(tree_end() && tree_begin());
    is_refused(0x90000000, 0x1000, "can't be read: No such file");
}

static void caches(uint64_t address, uint64_t bytes, enum caching caching)
{
    if (!CHECK_STR(caching_name(pat_caching(tree_root, address, bytes)), caching_name(caching)))
        fprintf(stderr, "    0x%llx\n", (unsigned long long)address);
}

/* The second address is the first behind the range, in both forms. */
static void test_pat(void)
{
    caches(0xfd000000, 0x1000, CACHING_UNKNOWN);
    put(pat, "PAT memtype list:\n"
             "PAT: [mem 0x0000000000000000-0x0000000000001000] write-back\n"
             "PAT: [mem 0x00000000fd000000-0x00000000fd400000] write-combining\n"
             "PAT: [mem 0x00000000fd400000-0x00000000fd500000] write-combining\n"
             "PAT: [mem 0x00000000fe000000-0x00000000fe001000] uncached-minus\n"
             "PAT: [mem 0x00000000fe001000-0x00000000fe002000] uncached\n"
             "PAT: [mem 0x00000000fe002000-0x00000000fe003000] write-through\n"
             "PAT: [mem 0x00000000fe003000-0x00000000fe004000] write-protected\n"
             "PAT: [mem 0x0000380000000000-0x0000380010000000] write-combining\n");
    caches(0, 0x1000, CACHING_CACHED);
    caches(0xfd000000, 0x400000, CACHING_COMBINED);
    caches(0xfd3ff000, 0x1000, CACHING_COMBINED);
    caches(UINT64_C(0x380000000000), 0x10000000, CACHING_COMBINED);
    caches(0xfe000000, 0x1000, CACHING_UNCACHED);
    caches(0xfe001000, 0x1000, CACHING_UNCACHED);
    caches(0xfe002000, 0x1000, CACHING_CACHED);
    caches(0xfe003000, 0x1000, CACHING_UNKNOWN);
    /* No entry covers all of it. */
    caches(0xfd000000, 0x401000, CACHING_UNKNOWN);
    caches(0xfcfff000, 0x2000, CACHING_UNKNOWN);
    caches(0xfd400000, 0x200000, CACHING_UNKNOWN);
    caches(0xfd500000, 0x1000, CACHING_UNKNOWN);
    caches(0xfd000000, UINT64_MAX, CACHING_UNKNOWN);
    /* Older kernels; and one entry within another. */
    put(pat, "PAT memtype list:\n"
             "write-back @ 0x7fe80000-0x7fe81000\n"
             "write-combining @ 0xfd000000-0xfd400000\n"
             "uncached-minus @ 0xfd000000-0xfd800000\n");
    caches(0x7fe80000, 0x1000, CACHING_CACHED);
    caches(0xfd000000, 0x400000, CACHING_COMBINED);
    caches(0xfd000000, 0x800000, CACHING_UNCACHED);
    put(pat, "PAT: [mem 0xfd000000] write-back\nPAT: [mem 0xfd000000-0xfd000000] write-back\n"
             "PAT: [mem fd-\nwrite-back @\nwrite-back @ x-y\nPAT: [mem 0xfd000000-0xfe000000]\n"
             "PAT: [mem 0xfd000000-0xfe000000] write-backwards\nwrite-back");
    caches(0xfd000000, 0x1000, CACHING_UNKNOWN);
    put(pat, "");
    caches(0xfd000000, 0x1000, CACHING_UNKNOWN);
}

int main(void)
{
    if (!CHECK(tree_begin()))
        return check_done("iomem");
    test_server();
    test_arm64();
    test_arm32();
    test_hidden();
    test_pat();
    CHECK(tree_end());
    return check_done("iomem");
}
