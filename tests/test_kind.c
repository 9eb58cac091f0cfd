/* SPDX-License-Identifier: MIT */
/* Kinds of memory as they are given: their canonical names, and what is none. */
#include "check.h"
#include "kind.h"
#include "os.h"

static struct kind kinds[KINDS];
static size_t count;
static char why[WHY];

static int parse(const char *text)
{
    memset(kinds, 0xff, sizeof kinds);
    why[0] = '\0';
    return kind_parse(text, kinds, KINDS, &count, why);
}

/* Reads it; then `names`, each behind a blank, are what its kinds are called. */
static bool is(const char *text, const char *names)
{
    char all[KINDS * (KIND_NAME + 1) + 1] = "";

    if (!CHECK_EQ_I64(parse(text), 0)) {
        fprintf(stderr, "    %s: %s\n", text, why);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        CHECK(strpbrk(kinds[i].name, "/~ \t") == NULL);
        strcat(strcat(all, " "), kinds[i].name);
    }
    return CHECK_STR(all, names);
}

static void refused(const char *text, const char *part)
{
    if (!CHECK_EQ_I64(parse(text), -1))
        fprintf(stderr, "    %s\n", text);
    CHECK_HAS(why, part);
}

static void test_ordinary(void)
{
    struct page_kind pages;

    if (is("normal", " normal"))
        CHECK(kind_is_ordinary(&kinds[0]) && kinds[0].how == KIND_NORMAL);
    pages = kind_pages(&kinds[0]);
    CHECK(pages.how == PAGES_BASE && pages.bytes == os_page_bytes());
    if (is("thp,thp:128K,thp:2MiB", " thp thp:128K thp:2M"))
        CHECK(kind_is_ordinary(&kinds[0]) && kinds[0].page_bytes == 0 &&
              kinds[1].page_bytes == 131072);
    pages = kind_pages(&kinds[2]);
    CHECK(pages.how == PAGES_THP && pages.bytes == 2 << 20);
    if (is("huge,huge:2048k,huge:1G", " huge huge:2M huge:1G"))
        CHECK(kind_is_ordinary(&kinds[0]) && kinds[1].page_bytes == 2 << 20);
    pages = kind_pages(&kinds[0]);
    CHECK(pages.how == PAGES_HUGETLB && pages.bytes == 0);
    for (const char *const *p =
             (const char *const[]){"thp:", "huge:", "thp:3M", "huge:3M", "huge:base",
                                   "huge:thp", "huge:thp:2M", "thp:thp", "thp:base", "thp:1",
                                   "huge:x", "huge:2M2", NULL};
         *p; p++)
        refused(*p, "'");
    refused("huge:12345678901234567890123456789012", "too long");
    refused("normal:4K", "takes nothing behind it");
}

static void test_devices(void)
{
    if (is("drm,fb,wc", " drm fb wc"))
        CHECK(!kinds[0].path[0] && !kinds[1].path[0] && !kind_is_ordinary(&kinds[2]));
    if (is("drm:card0,fb:fb1", " drm:card0 fb:fb1")) {
        CHECK_STR(kinds[0].path, "/dev/dri/card0");
        CHECK_STR(kinds[1].path, "/dev/fb1");
        CHECK(!kind_is_ordinary(&kinds[0]) && !kind_is_ordinary(&kinds[1]));
    }
    if (is("drm:/dev/dri/card1,fb:/dev/graphics/fb0", " drm:card1 fb:fb0")) {
        CHECK_STR(kinds[0].path, "/dev/dri/card1");
        CHECK_STR(kinds[1].path, "/dev/graphics/fb0");
    }
    refused("drm:card0,drm:/dev/dri/card0", "drm:card0 is given twice");
    refused("wc:card0", "takes nothing behind it");
    refused("drm:", "not a device");
    refused("drm:/dev/dri/", "not a device");
    refused("drm:dri/card0", "from /");
    refused("fb:../fb0", "from /");
    refused("drm:card 0", "not a device");
    refused("drm:card~0", "not a device");
    refused("drm:card0\n", "not a device");
    refused("drm:abcdefghijklmnopqrstuvwxyz0123456789", "not a device");
    refused("drm:/dev/dri/by-path/pci-0000:00:02.0-platform-x-y-z-card-and-still-more",
            "too long");
    /* As long as may be. */
    is("drm:abcdefghijklmnopqrstuvwxyz012345678,drm:abcdefghijklmnopqrstuvwxyz012345679",
       " drm:abcdefghijklmnopqrstuvwxyz012345678 drm:abcdefghijklmnopqrstuvwxyz012345679");
}

static void is_physical(const char *text, const char *names, uint64_t address, uint64_t bytes)
{
    if (!is(text, names))
        return;
    CHECK(kinds[0].how == KIND_PHYS && !kind_is_ordinary(&kinds[0]));
    CHECK_EQ_U64(kinds[0].address, address);
    CHECK_EQ_U64(kinds[0].bytes, bytes);
}

static void test_physical(void)
{
    is_physical("phys:0x90000000+16M", " phys:0x90000000+16M", 0x90000000, 16 << 20);
    is_physical("phys:2415919104+16384K", " phys:0x90000000+16M", 0x90000000, 16 << 20);
    is_physical("phys:0X9ABC0000+0x10000", " phys:0x9abc0000+64K", 0x9abc0000, 65536);
    is_physical("phys:0+65536", " phys:0x0+64K", 0, 65536);
    is_physical("phys:0x880000000+1G", " phys:0x880000000+1G", UINT64_C(0x880000000), 1 << 30);
    is_physical("phys:0x90000000+1MiB,sync", " phys:0x90000000+1M,sync", 0x90000000, 1 << 20);
    CHECK(kinds[0].sync);
    /* With and without are two. */
    is("normal,phys:0x90000000+1M,phys:0x90000000+1M,sync,wc",
       " normal phys:0x90000000+1M phys:0x90000000+1M,sync wc");
    CHECK(!kinds[1].sync && kinds[2].sync && !kinds[3].sync);
    refused("phys:0x90000000+1M,phys:2304M+1M", "not phys:ADDR+SIZE");
    refused("phys:0x90000000+1M,phys:2415919104+1024K", "phys:0x90000000+1M is given twice");
    refused("phys:0x90000000+1M,sync,sync", "'sync' belongs behind phys");
    refused("sync", "'sync' belongs behind phys");
    refused("wc,sync,phys:0x90000000+1M", "'sync' belongs behind phys");
}

static void test_not_physical(void)
{
    for (const char *const *p =
             (const char *const[]){"phys", "phys:", "phys:0x90000000", "phys:0x+1M",
                                   "phys:-4096+1M", "phys: 0+1M", "phys:+1M",
                                   "phys:90000000h+1M", "phys:0x10000000000000000+1M",
                                   "phys:x+1M", NULL};
         *p; p++)
        refused(*p, "not phys:ADDR+SIZE");
    for (const char *const *p =
             (const char *const[]){"phys:0+", "phys:0+M", "phys:0+-1M", "phys:0+1T",
                                   "phys:0+0x", "phys:0+0x1000g", "phys:0+1M+1M",
                                   "phys:0+99999999999999999999", NULL};
         *p; p++)
        refused(*p, "no size");
    refused("phys:0+0", "whole pages");
    refused("phys:0x90000800+1M", "whole pages");
    refused("phys:0x90000000+1000", "whole pages");
    refused("phys:0xfffffffffff00000+2M", "beyond all addresses");
    is_physical("phys:0xffffffffffe00000+1M", " phys:0xffffffffffe00000+1M",
                UINT64_C(0xffffffffffe00000), 1 << 20);
#if SIZE_MAX == 0xffffffff
    refused("phys:0+4G", "no size");
    refused("phys:0+0x100000000", "no size");
#else
    is_physical("phys:0+0x100000000", " phys:0x0+4G", 0, UINT64_C(1) << 32);
    refused("phys:0x7ffffffffff00000+9007199254675456K,sync", "too large");
#endif
}

static void test_lists(void)
{
    refused("", "not normal");
    refused("normal,", "not normal");
    refused(",normal", "not normal");
    refused("Normal", "not normal");
    refused("normals", "not normal");
    refused("normal,normal", "normal is given twice");
    /* Six in all, and one of them is ordinary memory in any case. */
    is("normal,thp,huge,drm,wc,fb", " normal thp huge drm wc fb");
    is("thp,huge,drm,wc,fb", " thp huge drm wc fb");
    refused("normal,thp,huge,drm,wc,fb,drm:card0", "more than 6");
    refused("drm:card0,thp,huge,drm,wc,fb", "more than 5 kinds beside normal");
}

/* Names in files that others may have written. */
static void test_names(void)
{
    static const char *const wrong[] = {"normal", "a/b", "a~", "[wc]", "wc]", "", "a b", "a\n"};

    CHECK(kind_can_name("wc", 2));
    CHECK(kind_can_name("phys:0x90000000+16M,sync", 24));
    CHECK(kind_can_name("normal", 4));
    CHECK(kind_can_name("normals", 7));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CHECK_REASON(wrong[i], kind_can_name(wrong[i], strlen(wrong[i])) ? "is a name" : NULL);
    CHECK(kind_can_name("0123456789012345678901234567890123456789", KIND_NAME - 1));
    CHECK(!kind_can_name("0123456789012345678901234567890123456789", KIND_NAME));
}

int main(void)
{
    test_names();
    test_ordinary();
    test_devices();
    test_physical();
    test_not_physical();
    test_lists();
    return check_done("kind");
}
