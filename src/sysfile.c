/* SPDX-License-Identifier: MIT */
#include "sysfile.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATH_SIZE = 512,
    LIST_SIZE = 65536, /* a page of text, of the largest pages */
    LIST_MOST = 65536, /* numbers are below this */
};

FORMAT(2, 0) static FILE *open_at(const char *root, const char *format, va_list args)
{
    char path[PATH_SIZE];
    const size_t used = (size_t)snprintf(path, sizeof path, "%s", root);
    int more;

    errno = ENAMETOOLONG;
    if (used >= sizeof path)
        return NULL;
    more = vsnprintf(path + used, sizeof path - used, format, args);
    if (more < 0 || (size_t)more >= sizeof path - used)
        return NULL;
    return fopen(path, "r");
}

FILE *sysfile_open(const char *root, const char *format, ...)
{
    va_list args;
    FILE *file;

    va_start(args, format);
    file = open_at(root, format, args);
    va_end(args);
    return file;
}

bool sysfile_line(const char *root, char *text, size_t size, const char *format, ...)
{
    va_list args;
    FILE *file;
    bool ok;

    va_start(args, format);
    file = open_at(root, format, args);
    va_end(args);
    if (!file)
        return false;
    errno = ENODATA;
    ok = fgets(text, (int)size, file) != NULL;
    fclose(file);
    if (ok)
        text[strcspn(text, "\n")] = '\0';
    return ok && text[0] != '\0';
}

uint64_t sysfile_size(const char *text)
{
    static const char suffixes[] = "KMG";
    char *end;
    unsigned long long value;
    const char *suffix;

    if (!isdigit((unsigned char)text[0]))
        return 0;
    value = strtoull(text, &end, 10);
    if (*end == '\0')
        return value;
    suffix = strchr(suffixes, *end);
    /* Far more than anything has, and safe to shift. */
    if (!suffix || end[1] != '\0' || value > UINT64_MAX >> 30)
        return 0;
    return (uint64_t)value << 10 * (suffix - suffixes + 1);
}

const char *sysfile_value(const char *line, const char *key)
{
    const size_t length = strlen(key);
    const char *p = line + length;

    if (strncmp(line, key, length) != 0)
        return NULL;
    p += strspn(p, " \t");
    if (*p != ':')
        return NULL;
    return p + 1 + strspn(p + 1, " \t");
}

/* A number of a list, or false. */
static bool take_number(char **text, unsigned *number)
{
    unsigned long value;

    if (!isdigit((unsigned char)**text))
        return false;
    value = strtoul(*text, text, 10);
    *number = (unsigned)value;
    return value < LIST_MOST;
}

/* Marks the numbers of a list in `seen`; false if it is none. */
static bool mark_list(char *text, bool *seen)
{
    while (*text) {
        unsigned first;
        unsigned last;

        if (!take_number(&text, &first))
            return false;
        last = first;
        if (*text == '-') {
            text++;
            if (!take_number(&text, &last) || last < first)
                return false;
        }
        memset(seen + first, true, last - first + 1);
        if (*text == ',' && text[1])
            text++;
        else if (*text)
            return false;
    }
    return true;
}

static int collect(const bool *seen, unsigned **ids, size_t *count)
{
    *count = 0;
    for (unsigned i = 0; i < LIST_MOST; i++)
        *count += seen[i];
    *ids = calloc(*count ? *count : 1, sizeof **ids);
    if (!*ids)
        return -1;
    *count = 0;
    for (unsigned i = 0; i < LIST_MOST; i++)
        if (seen[i])
            (*ids)[(*count)++] = i;
    return 0;
}

int sysfile_list(const char *root, const char *path, unsigned **ids, size_t *count)
{
    char *text = malloc(LIST_SIZE);
    bool *seen = calloc(LIST_MOST, sizeof *seen);
    int error = ENOMEM;

    if (text && seen) {
        /* Empty lists are an empty line, or nothing at all. */
        text[0] = '\0';
        error = sysfile_line(root, text, LIST_SIZE, "%s", path) || errno == ENODATA ? 0 : errno;
        /* What fills the buffer was cut. */
        if (!error && (strlen(text) == LIST_SIZE - 1 || !mark_list(text, seen)))
            error = EINVAL;
        if (!error && collect(seen, ids, count) < 0)
            error = ENOMEM;
    }
    free(text);
    free(seen);
    errno = error;
    return error ? -1 : 0;
}
