/* SPDX-License-Identifier: MIT */
/* Dumb buffers, and the choice of write-combined memory, of cards that are files. */
#include <errno.h>

#include "check.h"
#include "fake_device.h"
#include "isa.h"
#include "os.h"
#include "tree.h"

enum { BYTES = 1 << 20, LEAST = 128 << 10, ROW = 16 << 10 };

static const char card0[] = "/dev/dri/card0";
static const char card1[] = "/dev/dri/card1";
static struct os_device device;
static char why[WHY];

static void begin(void)
{
    CHECK(tree_begin());
    fake_device = (struct fake_device){.most = UINT64_MAX};
}

static void put(const char *path, const char *line)
{
    CHECK(fake_device_put(path, line, FAKE_OFFSET + 2 * BYTES));
}

/* Nothing is left of it. */
static void nothing_left(int files)
{
    CHECK(device.base == NULL && device.fd < 0 && device.handle == 0);
    CHECK_EQ_I64(fake_device_files(), files);
    CHECK_EQ_U64(fake_device.buffers, 0);
    CHECK(!fake_device_mapped());
}

static int map(const char *name)
{
    struct kind kinds[KINDS];
    size_t count;
    const struct os_device_want want = {kinds, BYTES, LEAST, true, tree_root};

    if (!CHECK_EQ_I64(kind_parse(name, kinds, KINDS, &count, why), 0))
        return -1;
    fake_device.tried = 0;
    if (os_device_map(&device, &want, why) < 0)
        return -1;
    /* There is a reason only where something fails. */
    CHECK_STR(why, "");
    return 0;
}

static void fails(const char *name, int error, const char *part)
{
    const int files = fake_device_files();

    errno = 0;
    CHECK_EQ_I64(map(name), -1);
    CHECK_EQ_I64(errno, error);
    CHECK_HAS(why, part);
    nothing_left(files);
}

/* It can be had from there, and is written to. */
static void maps(const char *name, const char *path, const char *source, enum caching caching)
{
    const int files = fake_device_files();
    const uint32_t word = 0x600dda7a;

    if (!CHECK_EQ_I64(map(name), 0)) {
        fprintf(stderr, "    %s: %s\n", name, why);
        return;
    }
    CHECK_STR(device.source, source);
    CHECK_STR(caching_name(device.documented), caching_name(caching));
    CHECK(!device.ordered && !device.keep);
    CHECK(device.bytes >= LEAST && device.bytes <= BYTES + ROW);
    CHECK_EQ_U64((uintptr_t)device.base % os_page_bytes(), 0);
    CHECK_EQ_U64(fake_device.buffers, 1);
    memcpy(device.base + device.bytes - 4, &word, sizeof word);
    CHECK_EQ_U64(fake_device_word(path, FAKE_OFFSET + device.bytes - 4), word);
    os_device_unmap(&device);
    nothing_left(files);
}

static void test_drm(void)
{
    begin();
    fails("drm", ENODEV, "there is no /dev/dri/card* (modprobe vgem makes one)");
    fails("drm:card0", ENOENT, "/dev/dri/card0: No such file or directory");
    CHECK(tree_put(card0, ""));
    fails("drm", ENOTTY, "/dev/dri/card0: not a graphics card: ");
    put(card0, "drm vgem\n");
    maps("drm", card0, "/dev/dri/card0 (vgem)", CACHING_COMBINED);
    CHECK_EQ_U64(fake_device.tried, 1);
    fake_device.interruptions = 5;
    maps("drm:card0", card0, "/dev/dri/card0 (vgem)", CACHING_COMBINED);
    put(card1, "drm virtio_gpu\n");
    maps("drm:card1", card1, "/dev/dri/card1 (virtio_gpu)", CACHING_CACHED);
    put(card1, "drm a-driver-with-a-name-of-40-letters-and-\n");
    maps("drm:card1", card1, "/dev/dri/card1 (a-driver-with-a-name-of-40-lett)",
         CACHING_UNKNOWN);
    put(card1, "drm nouveau\n");
    maps("drm:card1", card1, "/dev/dri/card1 (nouveau)", CACHING_UNKNOWN);
    if (CHECK_EQ_I64(map("drm:card1"), 0))
        CHECK_STR(device.says, "the driver nouveau chooses");
    os_device_unmap(&device);
    CHECK(tree_end());
}

/* Less than is wanted, too little, and nothing. */
static void test_sizes(void)
{
    begin();
    put(card0, "drm vgem\n");
    fake_device.most = 300 << 10;
    maps("drm", card0, "/dev/dri/card0 (vgem)", CACHING_COMBINED);
    CHECK_EQ_U64(fake_device.tried, 3);
    if (CHECK_EQ_I64(map("drm"), 0))
        CHECK(device.bytes > 200 << 10 && device.bytes <= fake_device.most);
    os_device_unmap(&device);
    fake_device.most = LEAST - 1;
    fails("drm", ENOMEM, "/dev/dri/card0 (vgem): no buffer of ");
    CHECK(fake_device.tried >= 4);
    fake_device.most = UINT64_MAX;
    fake_device.unmappable = true;
    fails("drm", ENOENT, "/dev/dri/card0 (vgem): its buffer can't be mapped: ");
    fake_device.unmappable = false;
    /* The file ends before: as if pages could not be had. */
    CHECK(fake_device_put(card0, "drm vgem\n", FAKE_OFFSET + BYTES / 2));
    fails("drm", EFAULT, "/dev/dri/card0 (vgem): reading it faults");
    CHECK(tree_end());
}

/* Processors of graphics without a display are cards too. */
static void test_no_buffers(void)
{
    begin();
    put(card0, "drm v3d\n");
    for (int old = 0; old < 2; old++) {
        fake_device.old = old;
        fails("drm", ENOSYS, "/dev/dri/card0 (v3d): it makes no dumb buffers");
    }
    put("/dev/dri/card3", "drm vc4\n");
    for (int old = 0; old < 2; old++) {
        fake_device.old = old;
        maps("drm", "/dev/dri/card3", "/dev/dri/card3 (vc4)", CACHING_COMBINED);
        maps("wc", "/dev/dri/card3", "/dev/dri/card3 (vc4)", CACHING_COMBINED);
        fails("drm:card0", ENOSYS, "/dev/dri/card0 (v3d): it makes no dumb buffers");
    }
    /* Where one of no size is made, it is given back. */
    fake_device.empty = true;
    maps("drm", "/dev/dri/card3", "/dev/dri/card3 (vc4)", CACHING_COMBINED);
    CHECK(tree_end());
}

static void test_combined(void)
{
    const bool arm = strcmp(ISA_NAME, "arm") == 0 || strcmp(ISA_NAME, "aarch64") == 0;

    begin();
    fails("wc", ENODEV, "modprobe vgem");
    put(card0, "drm virtio_gpu\n");
    put(card1, "drm nouveau\n");
    fails("wc", ENODEV, "modprobe vgem");
    /* A frame buffer: ARM's are; others' by the list, below. */
    fake_device.fb_bytes = BYTES;
    CHECK(fake_device_put("/dev/fb1", "fb simple\n", BYTES));
    if (!arm)
        fails("wc", ENODEV, "modprobe vgem");
    else if (CHECK_EQ_I64(map("wc"), 0))
        CHECK_STR(device.source, "/dev/fb1 (simple)");
    os_device_unmap(&device);
    fake_device.fb_start = 0xfd000000;
    CHECK(tree_put("/sys/kernel/debug/x86/pat_memtype_list",
                   "PAT: [mem 0x00000000fd000000-0x00000000fd400000] write-combining\n"));
    if (CHECK_EQ_I64(map("wc"), 0))
        CHECK_STR(device.source, "/dev/fb1 (simple)");
    CHECK(device.keep);
    os_device_unmap(&device);
    /* Cards come first, and vgem before all. */
    put(card1, "drm tidss\n");
    maps("wc", card1, "/dev/dri/card1 (tidss)", CACHING_COMBINED);
    put("/dev/dri/card9", "drm vgem\n");
    maps("wc", "/dev/dri/card9", "/dev/dri/card9 (vgem)", CACHING_COMBINED);
    CHECK(tree_end());
}

static void offers(size_t at, const struct device_offer *offer, const char *name, bool usable,
                   enum caching caching, const char *note)
{
    if (!CHECK_STR(offer->name, name))
        fprintf(stderr, "    at %zu\n", at);
    CHECK(offer->usable == usable);
    CHECK_STR(caching_name(offer->documented), caching_name(caching));
    CHECK_HAS(offer->note, note);
}

static void test_list(void)
{
    struct device_offer o[DEVICE_OFFERS];
    const int files = fake_device_files();

    begin();
    CHECK_EQ_U64(os_device_list(tree_root, o, DEVICE_OFFERS), 4);
    offers(0, &o[0], "drm", false, CACHING_UNKNOWN, "modprobe vgem");
    offers(1, &o[1], "wc", false, CACHING_COMBINED, "modprobe vgem");
    offers(2, &o[2], "fb", false, CACHING_UNKNOWN, "there is no /dev/fb*");
    offers(3, &o[3], "phys", false, CACHING_UNKNOWN, "there is no /dev/mem");
    put(card0, "drm v3d\n");
    put(card1, "drm vgem\n");
    CHECK(tree_put("/dev/dri/card2", ""));
    CHECK(tree_put("/dev/fb0", ""));
    CHECK(tree_put("/dev/mem", ""));
    CHECK(tree_put("/proc/iomem", "00000000-00000000 : System RAM\n"));
    CHECK_EQ_U64(os_device_list(tree_root, o, DEVICE_OFFERS), 6);
    offers(0, &o[0], "drm:card0", false, CACHING_UNKNOWN, "(v3d): it makes no dumb buffers");
    offers(1, &o[1], "drm:card1", true, CACHING_COMBINED, "vgem");
    offers(2, &o[2], "drm:card2", false, CACHING_UNKNOWN, "not a graphics card");
    offers(3, &o[3], "wc", true, CACHING_COMBINED, "/dev/dri/card1");
    offers(4, &o[4], "fb:fb0", false, CACHING_UNKNOWN, "not a frame buffer");
    offers(5, &o[5], "phys", false, CACHING_UNKNOWN, "to root only");
    CHECK(tree_put("/proc/iomem", "80000000-9fffffff : System RAM\n"));
    CHECK_EQ_U64(os_device_list(tree_root, o, DEVICE_OFFERS), 6);
    offers(5, &o[5], "phys", true, CACHING_UNKNOWN, "/dev/mem, outside what");
    for (size_t max = 0; max < 6; max++)
        CHECK_EQ_U64(os_device_list(tree_root, o, max), max);
    CHECK_EQ_I64(fake_device_files(), files);
    CHECK_EQ_U64(fake_device.buffers, 0);
    CHECK(tree_end());
}

int main(void)
{
    test_drm();
    test_sizes();
    test_no_buffers();
    test_combined();
    test_list();
    return check_done("device_drm");
}
