/* SPDX-License-Identifier: MIT */
/* Memory, as every Unix has it. */
#include "os.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

void *os_map(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED)
        return NULL;
#ifdef MADV_NOHUGEPAGE
    /* A kernel without transparent huge pages refuses, and is right. */
    (void)madvise(p, bytes, MADV_NOHUGEPAGE);
#endif
    return p;
}

void os_unmap(void *memory, size_t bytes)
{
    if (memory)
        munmap(memory, bytes);
}

size_t os_page_bytes(void)
{
    const long page = sysconf(_SC_PAGESIZE);

    return page > 0 ? (size_t)page : 4096;
}

int os_fence(void *memory, size_t bytes)
{
    return bytes ? mprotect(memory, bytes, PROT_NONE) : 0;
}

int os_map_protect(void *memory, size_t bytes)
{
    return mprotect(memory, bytes, PROT_READ);
}

/* One byte through a pipe: the kernel, which does the writing, is told and not killed. */
static int pipe_to(const int fd[2], unsigned char *at)
{
    static const unsigned char byte = 1;
    ssize_t got;

    do
        got = write(fd[1], &byte, 1);
    while (got < 0 && errno == EINTR);
    if (got != 1)
        return -1;
    do
        got = read(fd[0], at, 1);
    while (got < 0 && errno == EINTR);
    return got == 1 ? 0 : -1;
}

int os_try(void *memory, size_t bytes, size_t step, size_t *done)
{
    int fd[2];
    int status = 0;
    int error;

    *done = 0;
    if (pipe(fd) < 0)
        return -1;
    while (status == 0 && *done < bytes) {
        status = pipe_to(fd, (unsigned char *)memory + *done);
        if (status == 0)
            *done += step;
    }
    error = errno;
    close(fd[0]);
    close(fd[1]);
    errno = error;
    return status;
}
