/* SPDX-License-Identifier: MIT */
/* Memories of devices: what they held is put back, and what can't be had has a reason. */
#include "memories.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bank.h"
#include "check.h"

enum { BYTES = 4 << 20 };

/* What the devices below are. */
static struct {
    unsigned char *memory;
    size_t bytes;
    bool keep;
    bool writable; /* as it was asked for */
    int mapped;
} device;

int os_device_map(struct os_device *d, const struct os_device_want *want, char *why)
{
    *d = (struct os_device){.fd = -1};
    if (want->kind->how == KIND_DRM)
        return why_fail(ENODEV, why, "no card");
    d->base = device.memory;
    d->bytes = device.bytes;
    d->keep = device.keep;
    device.writable = want->writable;
    device.mapped++;
    snprintf(d->source, sizeof d->source, "/dev/fb0 (simple)");
    return 0;
}

void os_device_unmap(struct os_device *d)
{
    device.mapped -= d->base != NULL;
    *d = (struct os_device){.fd = -1};
}

static const struct layout layout = {
    .hot = {{4096, 0, 4096}, {4096, 0, 4096}, {2048, 4096, 6144}},
    .overrun_bytes = 2048,
    .buffer_bytes = 1 << 20,
    .line_bytes = 64};

static void reset(bool keep)
{
    device.bytes = BYTES;
    device.keep = keep;
    for (size_t i = 0; i < BYTES; i++)
        device.memory[i] = (unsigned char)(i * 7);
}

/* How many bytes are not what they were. */
static size_t changed(void)
{
    size_t count = 0;

    for (size_t i = 0; i < BYTES; i++)
        count += device.memory[i] != (unsigned char)(i * 7);
    return count;
}

static int open_list(struct memories *m, const char *list, size_t threads, bool overwrite)
{
    const struct memories_want want = {.layout = &layout,
                                       .threads = threads,
                                       .bytes = 1 << 20,
                                       .overwrite = overwrite,
                                       .seed = 1,
                                       .root = ""};
    struct kind kinds[KINDS];
    char why[WHY];
    size_t count;

    CHECK(kind_parse(list, kinds, KINDS, &count, why) == 0);
    memories_choose(m, kinds, count);
    return memories_open(m, &want);
}

/* A picture is put back, whole; what is nobody's is left as it is. */
static void test_put_back(void)
{
    struct memories m;

    for (int keep = 0; keep < 2; keep++) {
        reset(keep != 0);
        CHECK(open_list(&m, "fb", 1, false) == 0);
        CHECK_STR(m.list[1].why, "");
        CHECK(memories_any(&m) == &m.list[1]);
        CHECK(!m.list[0].asked && m.list[1].bytes == 1 << 20);
        CHECK(changed() > BYTES / 2);
        memories_close(&m);
        CHECK(keep ? changed() == 0 : changed() > BYTES / 2);
        CHECK_EQ_I64(device.mapped, 0);
    }
}

/* By another name it is left out; so what is put back is what was there. */
static void test_twice(void)
{
    struct memories m;

    reset(true);
    CHECK(open_list(&m, "fb,normal,fb:fb0", 1, false) == 0);
    CHECK(m.list[0].asked);
    CHECK_STR(m.list[1].why, "");
    CHECK_STR(m.list[2].why, "it is the memory of fb, /dev/fb0 (simple)");
    CHECK_EQ_I64(device.mapped, 1);
    memories_close(&m);
    CHECK(changed() == 0);
    CHECK_EQ_I64(device.mapped, 0);
}

/* Each thread has a part; where it is too small there is none. */
static void test_parts(void)
{
    struct memories m;

    reset(true);
    CHECK(open_list(&m, "fb", 4, false) == 0);
    CHECK_EQ_U64(m.list[1].part_bytes, BYTES / 4);
    CHECK_STR(m.list[1].why, "");
    CHECK(m.list[1].bytes >= 65536);
    CHECK(2 * m.list[1].bytes + 3 * bank_slack(&layout) <= BYTES / 4);
    memories_close(&m);
    CHECK(changed() == 0);
    CHECK(open_list(&m, "fb", 64, false) == 0);
    CHECK(strstr(m.list[1].why, "for each of 64 CPUs") != NULL);
    CHECK(memories_any(&m) == NULL);
    memories_close(&m);
    CHECK(changed() == 0);
    CHECK_EQ_I64(device.mapped, 0);
}

/* Nothing is written to physical memory unasked. */
static void test_unasked(void)
{
    struct memories m;

    reset(false);
    CHECK(open_list(&m, "phys:0x10000+4M", 1, false) == 0);
    CHECK(!device.writable && !m.list[1].writable && m.list[1].bytes > 0);
    memories_close(&m);
    CHECK(changed() == 0);
    CHECK(open_list(&m, "phys:0x10000+4M", 1, true) == 0);
    CHECK(device.writable && m.list[1].writable);
    memories_close(&m);
    CHECK(changed() > BYTES / 2);
}

/* What is not there has the reason, beside what is. */
static void test_missing(void)
{
    struct memories m;

    reset(false);
    CHECK(open_list(&m, "drm,fb", 1, false) == 0);
    CHECK_STR(m.list[1].why, "no card");
    CHECK(memories_any(&m) == &m.list[2]);
    memories_close(&m);
    memories_choose(&m, NULL, 0);
    CHECK(m.count == 1 && m.list[0].asked && memories_any(&m) == &m.list[0]);
}

/* Opens memory of which the last `lost` bytes are the first ones again. */
static void open_lossy(const char *list, size_t lost, bool keep, const char *why)
{
    unsigned char *const usual = device.memory;
    FILE *file = tmpfile();
    struct memories m;
    unsigned char *p;

    if (!CHECK(file && ftruncate(fileno(file), BYTES) == 0))
        return;
    p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    if (CHECK(p != MAP_FAILED) &&
        CHECK(mmap(p + BYTES - lost, lost, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                   fileno(file), 0) != MAP_FAILED)) {
        device.memory = p;
        device.bytes = BYTES;
        device.keep = keep;
        CHECK(open_list(&m, list, 1, true) == 0);
        CHECK_STR(m.list[1].why, why);
        CHECK(m.list[1].bytes > 0 || why[0]);
        memories_close(&m);
        CHECK_EQ_I64(device.mapped, 0);
    }
    munmap(p, BYTES);
    fclose(file);
    device.memory = usual;
}

/*
 * What does not hold all that is written to it is not measured; of a picture others may change
 * a little meanwhile.
 */
static void test_lossy(void)
{
    static const char why[] = "it does not hold what is written to it";

    open_lossy("phys:0x10000+4M", 65536, false, why);
    open_lossy("fb", 65536, true, "");
    open_lossy("fb", BYTES / 2, true, why);
}

int main(void)
{
    device.memory = malloc(BYTES);
    if (CHECK(device.memory != NULL)) {
        test_put_back();
        test_twice();
        test_parts();
        test_unasked();
        test_missing();
        test_lossy();
    }
    free(device.memory);
    return check_done("memories");
}
