/* SPDX-License-Identifier: MIT */
/* Which pages back a piece of memory, as Linux shows it. */
#define _FILE_OFFSET_BITS 64 /* frames may lie higher than the usual off_t reaches */
#include "os.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "sysfile.h"

/* /proc/self/smaps: a line "start-end rights ...", then "Key:  n kB" lines about it. */

/* Whether `line` opens a mapping, and where that lies. */
static bool opens(const char *line, uint64_t *begin, uint64_t *end)
{
    char *p;

    if (!isxdigit((unsigned char)line[0]))
        return false;
    *begin = strtoull(line, &p, 16);
    if (*p != '-' || !isxdigit((unsigned char)p[1]))
        return false;
    *end = strtoull(p + 1, &p, 16);
    return *p == ' ';
}

static uint64_t kib_of(const char *line, const char *key)
{
    const char *value = sysfile_value(line, key);

    return value ? strtoull(value, NULL, 10) << 10 : 0;
}

static void take(struct os_smaps *smaps, const char *line)
{
    const uint64_t page = kib_of(line, "KernelPageSize");

    if (page > smaps->page_bytes)
        smaps->page_bytes = page;
    smaps->resident_bytes += kib_of(line, "Rss");
    smaps->huge_bytes += kib_of(line, "AnonHugePages") + kib_of(line, "ShmemPmdMapped") +
                         kib_of(line, "FilePmdMapped");
    smaps->pool_bytes += kib_of(line, "Private_Hugetlb") + kib_of(line, "Shared_Hugetlb");
    smaps->pool_said = smaps->pool_said || sysfile_value(line, "Private_Hugetlb");
}

int os_smaps(const char *root, const void *memory, size_t bytes, struct os_smaps *smaps)
{
    const uint64_t from = (uintptr_t)memory;
    const uint64_t to = from + bytes;
    FILE *file = sysfile_open(root, "/proc/self/smaps");
    uint64_t seen = 0;
    uint64_t begin;
    uint64_t end;
    bool inside = false;
    bool apart = true;
    char line[512];

    *smaps = (struct os_smaps){0};
    if (!file)
        return -1;
    while (fgets(line, sizeof line, file)) {
        if (opens(line, &begin, &end)) {
            inside = begin < to && end > from;
            apart = apart && (!inside || (begin >= from && end <= to));
            seen += inside ? end - begin : 0;
        } else if (inside) {
            take(smaps, line);
        }
    }
    fclose(file);
    errno = ERANGE;
    return apart && seen == bytes ? 0 : -1;
}

/*
 * /proc/self/pagemap: a word for each page of the address space, with the number of its frame;
 * /proc/kpageflags: a word for each frame. Documentation/admin-guide/mm/pagemap.rst of Linux.
 * A piece that the kernel handed out whole is a head and its tails.
 */
#define PAGE_PRESENT ((uint64_t)1 << 63)
#define PAGE_FRAME (((uint64_t)1 << 55) - 1)
#define FRAME_HEAD ((uint64_t)1 << 15)
#define FRAME_TAIL ((uint64_t)1 << 16)

enum { CHUNK = 512 };

/* Frames that lie alone in memory are looked up one by one: 2 GiB in pages of 4 KiB are half a
 * second. */
#define FRAMES_MOST ((size_t)1 << 19)

struct walk {
    int pages; /* the files */
    int frames;
    size_t page_bytes;
    uint64_t next; /* the frame that would go on with the open piece */
    size_t open;   /* pages of the piece seen so far; 0: none is open */
    struct os_pieces *pieces;
    size_t count;
    size_t max;
};

static int words_at(int fd, uint64_t index, uint64_t *words, size_t count)
{
    const size_t bytes = count * sizeof *words;

    return pread(fd, words, bytes, (off_t)(index * sizeof *words)) == (ssize_t)bytes ? 0 : -1;
}

static void add(struct walk *w, size_t piece_bytes, uint64_t bytes)
{
    size_t i = 0;

    while (i < w->count && w->pieces[i].piece_bytes != piece_bytes)
        i++;
    if (i == w->max)
        return;
    if (i == w->count)
        w->pieces[w->count++] = (struct os_pieces){.piece_bytes = piece_bytes};
    w->pieces[i].bytes += bytes;
}

/* Ends the open piece. One that was cut off, so that it is no power of two, is single pages. */
static void close_piece(struct walk *w)
{
    const bool whole = (w->open & (w->open - 1)) == 0;

    if (w->open)
        add(w, (whole ? w->open : 1) * w->page_bytes, (uint64_t)w->open * w->page_bytes);
    w->open = 0;
}

static void walk_frame(struct walk *w, uint64_t frame, uint64_t flags)
{
    if (!(flags & FRAME_TAIL) || w->open == 0 || frame != w->next) {
        close_piece(w);
        w->open = 1;
        /* A single page, or a tail without its head, is not gone on with. */
        w->next = flags & FRAME_HEAD ? frame + 1 : 0;
        return;
    }
    w->open++;
    w->next++;
}

/* `count` frames in a row from `first` on. */
static int walk_row(struct walk *w, uint64_t first, size_t count)
{
    uint64_t flags[CHUNK];

    if (first == 0 || words_at(w->frames, first, flags, count) < 0)
        return -1;
    for (size_t i = 0; i < count; i++)
        walk_frame(w, first + i, flags[i]);
    return 0;
}

/* Pages that are not in memory are left out; frames that are not shown are an error. */
static int walk_chunk(struct walk *w, uint64_t first, size_t count)
{
    uint64_t pages[CHUNK];
    size_t i = 0;

    if (words_at(w->pages, first, pages, count) < 0)
        return -1;
    while (i < count) {
        const uint64_t frame = pages[i] & PAGE_FRAME;
        size_t row = 1;

        if (!(pages[i] & PAGE_PRESENT)) {
            i++;
            continue;
        }
        while (i + row < count && pages[i + row] & PAGE_PRESENT &&
               (pages[i + row] & PAGE_FRAME) == frame + row)
            row++;
        if (walk_row(w, frame, row) < 0)
            return -1;
        i += row;
    }
    return 0;
}

static int walk(struct walk *w, const void *memory, size_t bytes)
{
    const uint64_t first = (uintptr_t)memory / w->page_bytes;
    const size_t count = bytes / w->page_bytes;

    for (size_t i = 0; i < count; i += CHUNK)
        if (walk_chunk(w, first + i, count - i < CHUNK ? count - i : CHUNK) < 0)
            return -1;
    close_piece(w);
    return 0;
}

static int open_below(const char *root, const char *path)
{
    char full[512];

    if ((size_t)snprintf(full, sizeof full, "%s%s", root, path) >= sizeof full)
        return -1;
    return open(full, O_RDONLY | O_CLOEXEC);
}

size_t os_pieces(const char *root, const void *memory, size_t bytes, struct os_pieces *pieces,
                 size_t max)
{
    struct walk w = {.page_bytes = os_page_bytes(), .pieces = pieces, .max = max};
    int status = -1;

    if (bytes / w.page_bytes > FRAMES_MOST)
        return 0;
    w.pages = open_below(root, "/proc/self/pagemap");
    w.frames = open_below(root, "/proc/kpageflags");
    if (w.pages >= 0 && w.frames >= 0)
        status = walk(&w, memory, bytes);
    if (w.pages >= 0)
        close(w.pages);
    if (w.frames >= 0)
        close(w.frames);
    return status == 0 ? w.count : 0;
}
