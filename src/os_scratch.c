/* SPDX-License-Identifier: MIT */
/* Files that are made to be measured, and mappings of them. */
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATH_MAX_ = 512 };

int os_scratch_open(const char *folder)
{
    char path[PATH_MAX_];
    const int length = snprintf(path, sizeof path, "%s/.memspeed.XXXXXX", folder);
    int fd;

    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkstemp(path);
    if (fd < 0)
        return -1;
    if (unlink(path) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0)
        return fd;
    os_scratch_close(fd);
    return -1;
}

int os_scratch_write(int fd, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    while (bytes) {
        const ssize_t n = write(fd, p, bytes);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            errno = n < 0 ? errno : ENOSPC;
            return -1;
        }
        p += n;
        bytes -= (size_t)n;
    }
    return 0;
}

int os_scratch_sync(int fd)
{
    /* A file system without fsync has nothing to wait for. */
    if (fsync(fd) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP)
        return 0;
    return -1;
}

int os_scratch_rewind(int fd)
{
    return lseek(fd, 0, SEEK_SET) < 0 ? -1 : 0;
}

ptrdiff_t os_scratch_read(int fd, void *data, size_t bytes)
{
    size_t done = 0;

    while (done < bytes) {
        const ssize_t n = read(fd, (unsigned char *)data + done, bytes - done);

        if (n == 0)
            break;
        if (n > 0)
            done += (size_t)n;
        else if (errno != EINTR)
            return -1;
    }
    return (ptrdiff_t)done;
}

void os_scratch_close(int fd)
{
    const int error = errno;

    close(fd);
    errno = error;
}

void *os_scratch_map(int fd, size_t bytes, bool writable)
{
    void *p =
        mmap(NULL, bytes, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);

    return p == MAP_FAILED ? NULL : p;
}

int os_scratch_stale(void *memory, size_t bytes)
{
#ifdef MS_INVALIDATE
    return msync(memory, bytes, MS_INVALIDATE);
#else
    (void)memory, (void)bytes;
    return 0;
#endif
}
