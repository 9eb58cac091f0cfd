/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tree.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char tree_root[64];

bool tree_begin(void)
{
    snprintf(tree_root, sizeof tree_root, "%s", "/tmp/memspeed-sys.XXXXXX");
    return mkdtemp(tree_root) != NULL;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

bool tree_end(void)
{
    return nftw(tree_root, remove_entry, 16, FTW_DEPTH | FTW_PHYS) == 0;
}

/* Opens a file below the root, after making the folders on the way. */
static FILE *open_below(const char *path, const char *mode)
{
    char full[512];

    snprintf(full, sizeof full, "%s%s", tree_root, path);
    for (char *slash = strchr(full + strlen(tree_root) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(full, 0777);
        *slash = '/';
    }
    return fopen(full, mode);
}

bool tree_put(const char *path, const char *text)
{
    FILE *f = open_below(path, "w");
    bool ok;

    if (!f)
        return false;
    ok = fputs(text, f) >= 0;
    return fclose(f) == 0 && ok;
}

bool tree_put_words(const char *path, uint64_t index, const uint64_t *words, size_t count)
{
    FILE *f = open_below(path, "a"); /* makes it */
    bool ok;

    if (!f || fclose(f) != 0)
        return false;
    f = open_below(path, "r+");
    if (!f)
        return false;
    ok = fseeko(f, (off_t)(index * sizeof *words), SEEK_SET) == 0 &&
         fwrite(words, sizeof *words, count, f) == count;
    return fclose(f) == 0 && ok;
}
