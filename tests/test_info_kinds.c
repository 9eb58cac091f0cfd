/* SPDX-License-Identifier: MIT */
/* What info says of the kinds of memory of made-up machines, whose devices are files. */
#include <stdlib.h>

#include "check.h"
#include "fake_device.h"
#include "info.h"
#include "os.h"
#include "tree.h"

#define MM "/sys/kernel/mm/"
#define POOL MM "hugepages/hugepages-"

/* Tells of the machine in the tree, as text or JSON; to be freed. */
static char *told(void (*tell)(const struct info *info, const struct results *measured,
                               FILE *f))
{
    struct info info;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    if (!CHECK(f != NULL))
        abort();
    CHECK(info_gather(&info, tree_root) == 0);
    tell(&info, NULL, f);
    info_free(&info);
    fclose(f);
    return text;
}

static void put(const char *path, const char *text)
{
    CHECK(tree_put(path, text));
}

static void test_nothing(void)
{
    char *text;

    CHECK(tree_begin());
    text = told(info_text);
    CHECK_HAS(text,
              "\n\nmemory that -c --memory takes:\n"
              "normal     always there\n"
              "thp        can't be had: the system does not say\n"
              "huge       can't be had: the system does not say\n"
              "drm        can't be had: there is no /dev/dri/card* (modprobe vgem makes "
              "one)\n"
              "wc         can't be had: no device here is known to map write-combined memory\n"
              "           (modprobe vgem makes one)\n"
              "fb         can't be had: there is no /dev/fb*\n"
              "phys       can't be had: there is no /dev/mem: the kernel is without it, or "
              "no\n           node\n");
    free(text);
    text = told(info_json);
    CHECK_HAS(text, "\"kinds\":[{\"kind\":\"normal\",\"usable\":true,\"documented\":null,"
                    "\"note\":\"always there\"},{\"kind\":\"thp\",\"usable\":false,");
    /* Nothing is documented of what is not there. */
    CHECK_HAS(text,
              "{\"kind\":\"wc\",\"usable\":false,\"documented\":null,\"note\":\"no device ");
    CHECK_HAS(text, "or no node\"}],\"memory_bytes\":");
    free(text);
    CHECK(tree_end());
}

static void put_board(void)
{
    put(MM "transparent_hugepage/enabled", "always madvise [never]\n");
    put(MM "transparent_hugepage/hpage_pmd_size", "2097152\n");
    put(POOL "2048kB/nr_hugepages", "8\n");
    put(POOL "2048kB/free_hugepages", "3\n");
    put(POOL "1048576kB/nr_hugepages", "0\n");
    put(POOL "1048576kB/free_hugepages", "0\n");
    put("/dev/dri/card0", "drm v3d\n");
    put("/dev/dri/card1", "drm vc4\n");
    put("/dev/dri/card2", "drm nou\x1bveau\n");
    put("/dev/fb0", "fb vc4drmfb\n");
    put("/dev/fb1", "");
    put("/dev/mem", "");
    put("/proc/iomem", "00000000-3fffffff : System RAM\n");
}

static void test_board(void)
{
    char *text;

    CHECK(tree_begin());
    put_board();
    text = told(info_text);
    CHECK_HAS(text, "\n\nmemory that -c --memory takes:\n"
                    "normal     always there\n"
                    "thp        can't be had: set to never\n"
                    "huge:2M    3 of 8 free\n"
                    "huge:1G    can't be had: 0 of 0 free (write to\n"
                    "           /sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages)\n"
                    "drm:card0  can't be had: /dev/dri/card0 (v3d): it makes no dumb buffers\n"
                    "drm:card1  vc4, documented as write-combined\n"
                    "drm:card2  nou?veau\n"
                    "wc         /dev/dri/card1, documented as write-combined\n"
                    "fb:fb0     vc4drmfb\n"
                    "fb:fb1     can't be had: /dev/fb1: not a frame buffer: ");
    CHECK_HAS(text, "\nphys       /dev/mem, outside what /proc/iomem lists as in use\n");
    free(text);
    text = told(info_json);
    CHECK_HAS(text, "{\"kind\":\"huge:1G\",\"usable\":false,\"documented\":null,"
                    "\"note\":\"0 of 0 free (write to "
                    "/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages)\"},");
    CHECK_HAS(text, "{\"kind\":\"drm:card1\",\"usable\":true,\"documented\":"
                    "\"write-combined\",\"note\":\"vc4\"},");
    CHECK_HAS(text, "{\"kind\":\"drm:card2\",\"usable\":true,\"documented\":null,"
                    "\"note\":\"nou\\u001bveau\"},");
    free(text);
    put(MM "transparent_hugepage/enabled", "always [madvise] never\n");
    text = told(info_text);
    CHECK_HAS(text, "\nthp        madvise\n");
    free(text);
    CHECK(tree_end());
}

/* As many as are looked for, of everything. */
static void test_many(void)
{
    struct device_offer offers[DEVICE_OFFERS];
    char path[32];
    char *text;

    CHECK(tree_begin());
    for (int i = 0; i < DEVICE_NUMBERS; i++) {
        snprintf(path, sizeof path, "/dev/dri/card%d", i);
        put(path, "drm vgem\n");
        snprintf(path, sizeof path, "/dev/fb%d", i);
        put(path, "fb simple\n");
    }
    CHECK_EQ_U64(os_device_list(tree_root, offers, DEVICE_OFFERS), DEVICE_OFFERS);
    text = told(info_text);
    CHECK_HAS(text, "\ndrm:card15 vgem, ");
    CHECK_HAS(text, "\nfb:fb15    simple");
    CHECK_HAS(text, "\nphys       can't be had: ");
    free(text);
    CHECK(tree_end());
}

int main(void)
{
    test_nothing();
    test_board();
    test_many();
    return check_done("info_kinds");
}
