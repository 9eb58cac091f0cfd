/* SPDX-License-Identifier: MIT */
/* The lines of a saved run that stand once in it: what was measured where, and how. */
#include "import_head.h"

#include <errno.h>
#include <string.h>

#include "import_head_keys.h"
#include "scan.h"

static bool head_has(const struct reader *reader, const char *name)
{
    for (size_t i = 0; i < head_key_count; i++)
        if (strcmp(head_keys[i].name, name) == 0)
            return reader->seen >> i & 1;
    return false;
}

static int take_text(struct reader *reader, const struct head_key *key, const char *value)
{
    if (strlen(value) >= key->size)
        return reader_line_error(reader, "%s: more than %zu characters", key->name,
                                 key->size - 1);
    memcpy((char *)reader->results + key->offset, value, strlen(value) + 1);
    return 0;
}

static int take_kept(struct reader *reader, const struct head_key *key, const char *value)
{
    const char *kept = results_keep(reader->results, value);

    if (!kept)
        return reader_file_error(reader, "%s", strerror(ENOMEM));
    memcpy((char *)reader->results + key->offset, &kept, sizeof kept);
    return 0;
}

static bool take_size(void *size, const char *value)
{
    size_t number;

    if (!scan_size(&value, &number) || *value)
        return false;
    memcpy(size, &number, sizeof number);
    return true;
}

static int take_value(struct reader *reader, const struct head_key *key, const char *value)
{
    char *at = (char *)reader->results + key->offset;
    bool taken;

    if (key->form == TEXT)
        return take_text(reader, key, value);
    if (key->form == KEPT)
        return take_kept(reader, key, value);
    if (key->form == SIZE)
        taken = take_size(at, value);
    else if (key->take)
        taken = key->take(reader->results, value);
    else
        taken = take_size(&reader->samples, value);
    return taken ? 0
                 : reader_line_error(reader, "%s: not as it is saved: %.80s", key->name, value);
}

int head_take(struct reader *reader, const char *key, const char *value)
{
    size_t i = 0;

    while (i < head_key_count && strcmp(head_keys[i].name, key) != 0)
        i++;
    if (i == head_key_count)
        return 1;
    if (reader->seen >> i & 1)
        return reader_line_error(reader, "%s: a second one; a file holds one run", key);
    /* The clocks are as many as the rounds. */
    if (strcmp(key, HEAD_CLOCKS) == 0 && !head_has(reader, HEAD_ROUNDS))
        return reader_line_error(reader, "%s before # rounds", key);
    reader->seen |= UINT64_C(1) << i;
    reader->lines[i] = reader->feed.number;
    return take_value(reader, &head_keys[i], value);
}

int head_finish(struct reader *reader)
{
    const struct results *r = reader->results;

    for (size_t i = 0; i < head_key_count; i++)
        if (head_keys[i].required && !(reader->seen >> i & 1))
            return reader_file_error(reader, "there is no line \"%s: \"", head_keys[i].name);
    if (r->machine.cpu_count != r->threads)
        return reader_file_error(reader, "%zu threads on %zu CPUs", r->threads,
                                 r->machine.cpu_count);
    return 0;
}

/* Says what is wrong with the line of a key that was there. */
static int key_error(struct reader *reader, const char *name, size_t number, size_t most)
{
    size_t i = 0;

    while (strcmp(head_keys[i].name, name) != 0)
        i++;
    reader->feed.number = reader->lines[i];
    return reader_line_error(reader, "%s: %zu can't be of this run, which allows %zu", name,
                             number, most);
}

int head_check(struct reader *reader)
{
    const struct results *r = reader->results;
    /* A round that a signal ended before it had a sample is not there. */
    const size_t rounds = r->rounds + (r->signal != 0);
    const size_t most = r->count * rounds;
    const size_t missing = reader->found < most ? most - reader->found : 0;

    if (r->moved > rounds)
        return key_error(reader, "# moved", r->moved, rounds);
    if (r->lost > missing)
        return key_error(reader, "# lost", r->lost, missing);
    return r->apart > most ? key_error(reader, "# overlap", r->apart, most) : 0;
}
