/* SPDX-License-Identifier: MIT */
/* Frame buffers and physical memory, where the devices are files. */
#define _GNU_SOURCE /* seals */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "fake_device.h"
#include "isa.h"
#include "os.h"
#include "tree.h"

enum { BYTES = 1 << 20, NOBODY = 65534 };

static const char fb0[] = "/dev/fb0";
static const char mem[] = "/dev/mem";
static const char pat[] = "/sys/kernel/debug/x86/pat_memtype_list";
static struct os_device device;
static char why[WHY];

static int map(const char *name, bool writable)
{
    struct kind kinds[KINDS];
    size_t count;
    const struct os_device_want want = {kinds, 4096, 4096, writable, tree_root};

    if (!CHECK_EQ_I64(kind_parse(name, kinds, KINDS, &count, why), 0))
        return -1;
    if (os_device_map(&device, &want, why) < 0)
        return -1;
    /* There is a reason only where something fails. */
    CHECK_STR(why, "");
    return 0;
}

static void nothing_left(int files)
{
    CHECK(device.base == NULL && device.fd < 0);
    CHECK_EQ_I64(fake_device_files(), files);
    CHECK(!fake_device_mapped());
}

static void fails(const char *name, int error, const char *part)
{
    const int files = fake_device_files();

    errno = 0;
    CHECK_EQ_I64(map(name, true), -1);
    CHECK_EQ_I64(errno, error);
    CHECK_HAS(why, part);
    nothing_left(files);
}

/* A frame buffer of that name: all of it, how it is documented, and by whom. */
static void is_frame(const char *line, enum caching caching, const char *says)
{
    const int files = fake_device_files();
    const uint32_t word = 0x600dda7a;

    CHECK(fake_device_put(fb0, line, 2 * BYTES));
    if (!CHECK_EQ_I64(map("fb", true), 0)) {
        fprintf(stderr, "    %s: %s\n", line, why);
        return;
    }
    CHECK_EQ_U64(device.bytes, BYTES);
    CHECK_STR(caching_name(device.documented), caching_name(caching));
    CHECK_HAS(device.says, says);
    CHECK(device.ordered && device.keep);
    memcpy(device.base + BYTES - 4, &word, sizeof word);
    CHECK_EQ_U64(fake_device_word(fb0, BYTES - 4), word);
    os_device_unmap(&device);
    nothing_left(files);
}

static void test_frames(void)
{
    const bool arm = strcmp(ISA_NAME, "arm") == 0 || strcmp(ISA_NAME, "aarch64") == 0;
    const enum caching usual = arm ? CACHING_COMBINED : CACHING_UNKNOWN;
    const char *who = arm ? "Linux' frame buffers on ARM" : "no list of page attributes";

    CHECK(tree_begin());
    fails("fb", ENODEV, "there is no /dev/fb*");
    fails("fb:fb3", ENOENT, "/dev/fb3: No such file");
    CHECK(tree_put(fb0, ""));
    fails("fb", ENOTTY, "/dev/fb0: not a frame buffer: ");
    /* What is no whole page is left out. */
    fake_device = (struct fake_device){.fb_bytes = BYTES + 100, .fb_start = 0xfd000000};
    is_frame("fb simple\n", usual, who);
    is_frame("fb CLCD FB\n", usual, who);
    is_frame("fb drm at the front\n", usual, who);
    is_frame("fb virtio_gpudrmfb\n", CACHING_UNKNOWN, "the DRM driver behind it chooses");
    is_frame("fb vc4drmfb\n", CACHING_UNKNOWN, "the DRM driver behind it chooses");
    is_frame("fb hibmcdrm\n", CACHING_UNKNOWN, "the DRM driver behind it chooses");
    /* All 16 bytes of its name. */
    CHECK(fake_device_put(fb0, "fb 0123456789abcdef\n", BYTES));
    if (CHECK_EQ_I64(map("fb:/dev/fb0", true), 0))
        CHECK_STR(device.source, "/dev/fb0 (0123456789abcdef)");
    os_device_unmap(&device);
    /* The kernel's list, where there is one, has the last word. */
    CHECK(tree_put(pat, "PAT: [mem 0x00000000fd000000-0x00000000fd100064] uncached-minus\n"));
    is_frame("fb simple\n", CACHING_UNCACHED, "the kernel's list of page attributes");
    is_frame("fb vc4drmfb\n", CACHING_UNCACHED, "the kernel's list of page attributes");
    CHECK(tree_put(pat, "PAT: [mem 0x00000000fd000000-0x00000000fd100000] uncached-minus\n"));
    is_frame("fb simple\n", usual, who);
    fake_device.fb_bytes = 100;
    fails("fb", ENXIO, "/dev/fb0 (simple): it has no memory");
    /* It says more than there is. */
    fake_device.fb_bytes = 3 * BYTES;
    fails("fb", EFAULT, "/dev/fb0 (simple): reading it faults");
    CHECK(tree_end());
}

/* As a user without rights, if this is root. */
static void fails_for_others(const char *name, const char *part)
{
    const bool root = geteuid() == 0;

    if (root && !CHECK_EQ_I64(seteuid(NOBODY), 0))
        return;
    fails(name, EACCES, part);
    if (root)
        CHECK_EQ_I64(seteuid(0), 0);
}

static void test_permissions(void)
{
    char full[256];
    struct device_offer offers[DEVICE_OFFERS];
    const bool root = geteuid() == 0;

    CHECK(tree_begin());
    CHECK_EQ_I64(chmod(tree_root, 0755), 0);
    CHECK(tree_put("/proc/iomem", "80000000-9fffffff : System RAM\n"));
    for (const char *const *p = (const char *const[]){fb0, mem, "/dev/dri/card0", NULL}; *p;
         p++) {
        CHECK(tree_put(*p, ""));
        snprintf(full, sizeof full, "%s%s", tree_root, *p);
        CHECK_EQ_I64(chmod(full, 0), 0);
    }
    fails_for_others("fb", "/dev/fb0: no permission; root has it");
    fails_for_others("drm", "/dev/dri/card0: no permission; root has it");
    fails_for_others("wc", "/dev/dri/card0: no permission; root has it");
    fails_for_others("phys:0xa0000000+1M", "/dev/mem: no permission; root has it");
    if (root)
        CHECK_EQ_I64(seteuid(NOBODY), 0);
    CHECK_EQ_U64(os_device_list(tree_root, offers, DEVICE_OFFERS), 4);
    if (root)
        CHECK_EQ_I64(seteuid(0), 0);
    for (size_t i = 0; i < 4; i++) {
        CHECK(!offers[i].usable);
        CHECK_HAS(offers[i].note, "no permission; root has it");
    }
    CHECK(tree_end());
}

/* Opened as is asked for; `flags` of open() that tell of it. */
static void is_physical(const char *name, bool writable, int flags, const char *source)
{
    const int files = fake_device_files();
    int got;

    if (!CHECK_EQ_I64(map(name, writable), 0)) {
        fprintf(stderr, "    %s: %s\n", name, why);
        return;
    }
    CHECK_EQ_U64(device.bytes, BYTES);
    CHECK(device.ordered && !device.keep);
    CHECK_STR(device.source, source);
    got = fcntl(device.fd, F_GETFL);
    CHECK_EQ_I64(got & O_ACCMODE, flags & O_ACCMODE);
    CHECK(((got & O_SYNC) == O_SYNC) == ((flags & O_SYNC) == O_SYNC));
    if (writable) {
        const uint32_t word = 0x600dda7a;

        memcpy(device.base + BYTES - 4, &word, sizeof word);
        CHECK_EQ_U64(fake_device_word(mem, FAKE_OFFSET + BYTES - 4), word);
    }
    os_device_unmap(&device);
    nothing_left(files);
}

/* Memory up to FAKE_OFFSET, where `mem` has its own; what is reserved 256 MiB behind is
 * nothing. */
static void put_map(void)
{
    const unsigned long long at = FAKE_OFFSET;
    char text[256];

    snprintf(text, sizeof text,
             "40000000-%llx : System RAM\n  %llx-%llx : reserved\n%llx-%llx : reserved\n",
             at - 1, at - BYTES, at - 1, at + (256 << 20), at + (512 << 20) - 1);
    CHECK(tree_put("/proc/iomem", text));
    CHECK(fake_device_put(mem, "memory\n", FAKE_OFFSET + BYTES));
}

/* "phys:ADDR" and what follows. */
static const char *name_at(char name[KIND_NAME], uint64_t address, const char *rest)
{
    snprintf(name, KIND_NAME, "phys:0x%llx%s", (unsigned long long)address, rest);
    return name;
}

static void test_physical(void)
{
    char at[KIND_NAME];
    char synced[KIND_NAME];
    char other[KIND_NAME];
    char text[128];

    (void)name_at(at, FAKE_OFFSET, "+1M");
    (void)name_at(synced, FAKE_OFFSET, "+1M,sync");
    CHECK(tree_begin());
    fails(at, EPERM, "/proc/iomem can't be read: No such file");
    CHECK(tree_put("/proc/iomem", "40000000-4fffffff : System RAM\n"));
    fails(at, ENOENT, "there is no /dev/mem");
    put_map();
    is_physical(at, true, O_RDWR, mem);
    is_physical(at, false, O_RDONLY, mem);
    is_physical(synced, true, O_RDWR | O_SYNC, "/dev/mem, O_SYNC");
    is_physical(synced, false, O_RDONLY | O_SYNC, "/dev/mem, O_SYNC");
    if (CHECK_EQ_I64(map(at, false), 0)) {
        CHECK(device.documented == CACHING_UNKNOWN);
        CHECK_HAS(device.says, "not on O_SYNC alone");
    }
    os_device_unmap(&device);
    fails(name_at(other, FAKE_OFFSET - BYTES, "+2M"), EPERM, "System RAM at 0x40000000-0x");
    /* Nobody has it, but there is nothing. */
    fails(name_at(other, FAKE_OFFSET + (256 << 20), "+1M"), EFAULT,
          "/dev/mem: reading it faults");
    snprintf(text, sizeof text, "PAT: [mem 0x%016llx-0x%016llx] write-combining\n",
             (unsigned long long)FAKE_OFFSET, (unsigned long long)FAKE_OFFSET + BYTES);
    CHECK(tree_put(pat, text));
    if (CHECK_EQ_I64(map(at, false), 0)) {
        CHECK(device.documented == CACHING_COMBINED);
        CHECK_HAS(device.says, "the kernel's list of page attributes");
    }
    os_device_unmap(&device);
    /* Not to be opened for writing is to be read all the same. */
    snprintf(text, sizeof text, "%s%s", tree_root, mem);
    CHECK_EQ_I64(chmod(text, 0444), 0);
    is_physical(at, false, O_RDONLY, mem);
    CHECK(tree_end());
}

/* A file that may be opened for writing, but not mapped so, is refused as the kernel does it.
 */
static void test_strict(void)
{
    const int fd = memfd_create("memory", MFD_ALLOW_SEALING);
    char full[256];
    char to[64];

    if (fd < 0 || fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE) < 0) {
        fprintf(stderr, "no seals here\n");
        return;
    }
    CHECK(tree_begin());
    CHECK(tree_put("/proc/iomem", "80000000-9fffffff : System RAM\n"));
    CHECK(tree_put("/dev/fb0", ""));
    snprintf(full, sizeof full, "%s%s", tree_root, mem);
    snprintf(to, sizeof to, "/proc/self/fd/%d", fd);
    CHECK_EQ_I64(symlink(to, full), 0);
    fails("phys:0xa0000000+1M", EPERM, "/dev/mem: the kernel refuses it (STRICT_DEVMEM)");
    CHECK(tree_end());
    close(fd);
}

int main(void)
{
    test_frames();
    test_permissions();
    test_physical();
    test_strict();
    return check_done("device_memory");
}
