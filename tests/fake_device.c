/* SPDX-License-Identifier: MIT */
#include "fake_device.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tree.h"

struct fake_device fake_device;

/* As <drm/drm.h> and <linux/fb.h> have them, sizes of long and pointers in the numbers. */
enum { LONG = sizeof(long) };
#define VERSION (LONG == 8 ? 0xc0406400u : 0xc0246400u)
#define CREATE_DUMB 0xc02064b2u
#define MAP_DUMB 0xc01064b3u
#define DESTROY_DUMB 0xc00464b4u
#define GET_FIXED_INFO 0x4602u

static int fail(int error)
{
    errno = error;
    return -1;
}

static uint32_t word_at(const void *arg, size_t at)
{
    uint32_t word;

    memcpy(&word, (const unsigned char *)arg + at, sizeof word);
    return word;
}

static void put(void *arg, size_t at, const void *value, size_t size)
{
    memcpy((unsigned char *)arg + at, value, size);
}

/* Three int, then a length and a pointer, which is the name's. */
static int version(void *arg, const char *name)
{
    const size_t at = LONG == 8 ? 16 : 12;
    unsigned long room;
    char *to;
    const unsigned long length = strlen(name);

    memcpy(&room, (unsigned char *)arg + at, sizeof room);
    memcpy(&to, (unsigned char *)arg + at + LONG, sizeof to);
    memcpy(to, name, length < room ? length : room);
    put(arg, at, &length, sizeof length);
    return 0;
}

/* Height, width, bits; handle at 16, pitch, and size at 24. */
static int create(void *arg, const char *name)
{
    const uint64_t bytes = (uint64_t)word_at(arg, 0) * word_at(arg, 4) * (word_at(arg, 8) / 8);
    const uint32_t handle = 7;

    if (strcmp(name, "v3d") == 0)
        return fake_device.old ? ENOSYS : fail(ENOSYS);
    if (bytes == 0 && !fake_device.empty)
        return fail(EINVAL);
    fake_device.tried += bytes > 0;
    if (bytes > fake_device.most)
        return fail(ENOMEM);
    put(arg, 16, &handle, sizeof handle);
    put(arg, 24, &bytes, sizeof bytes);
    fake_device.buffers++;
    return 0;
}

static int answer_drm(uint32_t request, void *arg, const char *name)
{
    const uint64_t offset = FAKE_OFFSET;

    switch (request) {
    case VERSION:
        return version(arg, name);
    case CREATE_DUMB:
        return create(arg, name);
    case MAP_DUMB:
        if (fake_device.unmappable || word_at(arg, 0) != 7)
            return fail(ENOENT);
        put(arg, 8, &offset, sizeof offset);
        return 0;
    case DESTROY_DUMB:
        if (word_at(arg, 0) != 7 || fake_device.buffers == 0)
            return fail(ENOENT);
        fake_device.buffers--;
        return 0;
    default:
        return fail(ENOTTY);
    }
}

/* The name in 16 bytes, which it may fill, where the memory is, how much. */
static int answer_fb(uint32_t request, void *arg, const char *name)
{
    if (request != GET_FIXED_INFO)
        return fail(ENOTTY);
    memset(arg, 0, LONG == 8 ? 80 : 68);
    put(arg, 0, name, strlen(name) < 16 ? strlen(name) : 16);
    put(arg, 16, &fake_device.fb_start, LONG);
    put(arg, 16 + LONG, &fake_device.fb_bytes, sizeof fake_device.fb_bytes);
    return 0;
}

static int answer(int fd, unsigned long request, void *arg)
{
    char line[64] = "";

    if (pread(fd, line, sizeof line - 1, 0) < 0)
        return -1;
    line[strcspn(line, "\n")] = '\0';
    if (fake_device.interruptions > 0) {
        fake_device.interruptions--;
        return fail(EINTR);
    }
    if (strncmp(line, "drm ", 4) == 0)
        return answer_drm((uint32_t)request, arg, line + 4);
    if (strncmp(line, "fb ", 3) == 0)
        return answer_fb((uint32_t)request, arg, line + 3);
    return fail(ENOTTY);
}

/* By which all system calls that have no function of their own are made. */
long syscall(long number, ...);

long syscall(long number, ...)
{
    va_list args;
    unsigned long request;
    void *arg;
    int fd;

    if (number != SYS_ioctl)
        return fail(ENOSYS);
    va_start(args, number);
    fd = va_arg(args, int);
    request = va_arg(args, unsigned long);
    arg = va_arg(args, void *);
    va_end(args);
    return answer(fd, request, arg);
}

static void full_path(char *full, size_t size, const char *path)
{
    snprintf(full, size, "%s%s", tree_root, path);
}

bool fake_device_put(const char *path, const char *line, uint64_t bytes)
{
    char full[256];

    full_path(full, sizeof full, path);
    return tree_put(path, line) && (bytes == 0 || truncate(full, (off_t)bytes) == 0);
}

uint32_t fake_device_word(const char *path, uint64_t offset)
{
    uint32_t word = UINT32_MAX;
    char full[256];
    int fd;

    full_path(full, sizeof full, path);
    fd = open(full, O_RDONLY);
    if (fd < 0)
        return word;
    if (pread(fd, &word, sizeof word, (off_t)offset) != sizeof word)
        word = UINT32_MAX;
    close(fd);
    return word;
}

int fake_device_files(void)
{
    int count = 0;

    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

bool fake_device_mapped(void)
{
    FILE *f = fopen("/proc/self/maps", "r");
    bool mapped = false;
    char line[512];

    while (f && fgets(line, sizeof line, f))
        mapped = mapped || strstr(line, tree_root);
    if (f)
        fclose(f);
    return mapped;
}
