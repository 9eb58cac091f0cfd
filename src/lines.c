/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "array.h"
#include "utf8.h"

enum {
    READ_BYTES = 64 << 10,
    SOFT_LENGTH = 70, /* lines are broken before they pass 76 */
};

/* Reads on until the end of the file or until `limit` is passed. */
static int read_all(int fd, size_t limit, char **text, size_t *size)
{
    size_t room = 0;

    for (;;) {
        ssize_t got;

        if (*size + READ_BYTES + 1 > room) {
            char *grown;

            room = 2 * room + READ_BYTES + 1;
            grown = realloc(*text, room);
            if (!grown)
                return -1;
            *text = grown;
        }
        got = read(fd, *text + *size, READ_BYTES);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        *size += (size_t)got;
        (*text)[*size] = '\0';
        if (got == 0)
            return 0;
        if (*size > limit) {
            errno = EFBIG;
            return -1;
        }
    }
}

int lines_read(const char *path, size_t limit, char **text, size_t *size)
{
    const bool standard = strcmp(path, "-") == 0;
    const int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    int status;
    int why;

    *text = NULL;
    *size = 0;
    if (fd < 0)
        return -1;
    status = read_all(fd, limit, text, size);
    why = errno;
    if (!standard)
        close(fd);
    if (status != 0) {
        free(*text);
        *text = NULL;
        errno = why;
    }
    return status;
}

/* A line as it stands in the file, without its end. */
struct raw {
    const char *text;
    size_t length;
};

struct reader {
    const char *at;
    const char *end;
    size_t number; /* of lines read */
    bool qp;       /* quoted-printable from here on */
};

/* The next line; ends are LF, CR LF (any number of CR) and a CR alone. */
static bool next_raw(struct reader *reader, struct raw *raw)
{
    const char *p = reader->at;

    if (p == reader->end)
        return false;
    while (p < reader->end && *p != '\n' &&
           !(*p == '\r' && p + 1 < reader->end && p[1] != '\r' && p[1] != '\n'))
        p++;
    raw->text = reader->at;
    raw->length = (size_t)(p - reader->at);
    while (raw->length > 0 && strchr(" \t\r", raw->text[raw->length - 1]))
        raw->length--;
    reader->at = p < reader->end ? p + 1 : p;
    reader->number++;
    return true;
}

static bool begins(const struct raw *raw, const char *with)
{
    const size_t length = strlen(with);

    return raw->length >= length && strncasecmp(raw->text, with, length) == 0;
}

/* The characters of a line in front of what was quoted; the blank after the last '>' is text.
 */
static size_t quotes(const char *text, size_t length)
{
    size_t end = 0;

    for (size_t i = 0; i < length && strchr("> \t", text[i]); i++)
        if (text[i] == '>')
            end = i + 1;
    return end;
}

static const char encoding[] = "Content-Transfer-Encoding:";

/* Heads of mails and of their parts say how the text below is encoded. */
static void follow_encoding(struct reader *reader, const struct raw *raw)
{
    struct raw value = {raw->text + sizeof encoding - 1, raw->length - sizeof encoding + 1};

    if (!begins(raw, encoding))
        return;
    while (value.length > 0 && *value.text == ' ') {
        value.text++;
        value.length--;
    }
    reader->qp = begins(&value, "quoted-printable");
}

/* Whether a line was broken by quoted-printable: it is long, and no rule of '='. */
static bool is_soft(const struct raw *raw)
{
    return raw->length >= SOFT_LENGTH && raw->text[raw->length - 1] == '=' &&
           raw->text[raw->length - 2] != '=';
}

/*
 * Whether the text is quoted-printable from its beginning: parts of mails say so in their
 * headers. Of what was pasted without one, line breaks tell, and "=3D", as in "PLD=3D4".
 */
static bool guess_qp(const char *text, size_t size)
{
    struct reader reader = {.at = text, .end = text + size};
    struct raw raw;
    bool seen = false;

    while (next_raw(&reader, &raw)) {
        if (begins(&raw, encoding))
            return false;
        for (size_t i = 0; i + 2 < raw.length && !seen; i++)
            seen = memcmp(raw.text + i, "=3D", 3) == 0;
        seen = seen || is_soft(&raw);
    }
    return seen;
}

static int hex(char c)
{
    static const char digits[] = "0123456789ABCDEF";
    const char *at = c ? strchr(digits, c >= 'a' && c <= 'f' ? c - 'a' + 'A' : c) : NULL;

    return at ? (int)(at - digits) : -1;
}

/* Appends a line with its =XX decoded. Returns the new end. */
static char *decode(char *out, const struct raw *raw)
{
    for (size_t i = 0; i < raw->length; i++) {
        const bool code = raw->text[i] == '=' && i + 2 < raw->length &&
                          hex(raw->text[i + 1]) >= 0 && hex(raw->text[i + 2]) >= 0;

        if (code) {
            *out++ = (char)(hex(raw->text[i + 1]) * 16 + hex(raw->text[i + 2]));
            i += 2;
        } else {
            *out++ = raw->text[i];
        }
    }
    return out;
}

/* Appends a line, and those that soft line breaks tie to it. */
static char *append(char *out, struct reader *reader, struct raw raw)
{
    const size_t quoted = quotes(raw.text, raw.length);

    while (reader->qp && raw.length > 0 && raw.text[raw.length - 1] == '=') {
        raw.length--;
        out = decode(out, &raw);
        if (!next_raw(reader, &raw))
            return out;
        /* Where quoted-printable was quoted in a reply, each piece has that quoting. */
        if (quotes(raw.text, raw.length) <= quoted) {
            const size_t skip = quotes(raw.text, raw.length);
            const bool blank = skip > 0 && raw.length > skip && raw.text[skip] == ' ';

            raw.text += skip + blank;
            raw.length -= skip + blank;
        }
    }
    if (reader->qp)
        return decode(out, &raw);
    memcpy(out, raw.text, raw.length);
    return out + raw.length;
}

/* Replaces control characters and bytes that are no text, in place. Returns the new end. */
static char *clean(char *start, char *end)
{
    const unsigned char *p = (const unsigned char *)start;
    const unsigned char *const stop = (const unsigned char *)end;
    char *out = start;

    while (p < stop) {
        const size_t length = utf8_length((const char *)p, (size_t)(stop - p));

        if (length == 2 && p[0] == 0xc2 && p[1] == 0xa0) {
            *out++ = ' ';
        } else if (length == 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0) {
            /* A byte order mark is no text. */
        } else if (length == 0 || (length == 1 && (*p < 0x20 || *p == 0x7f) && *p != '\t') ||
                   (length == 2 && p[0] == 0xc2 && p[1] < 0xa0)) {
            *out++ = *p == '\r' || *p == '\n' ? ' ' : '?';
        } else {
            memmove(out, p, length);
            out += length;
        }
        p += length ? length : 1;
    }
    while (out > start && (out[-1] == ' ' || out[-1] == '\t'))
        out--;
    return out;
}

static int add_line(struct lines *lines, const char *text, size_t number)
{
    struct line *grown;

    if (lines->count == LINES_MAX) {
        errno = EFBIG;
        return -1;
    }
    grown = array_grow(lines->lines, lines->count, sizeof *grown);
    if (!grown)
        return -1;
    lines->lines = grown;
    grown[lines->count++] = (struct line){text, number};
    return 0;
}

int lines_split(struct lines *lines, const char *text, size_t size)
{
    struct reader reader = {.at = text, .end = text + size, .qp = guess_qp(text, size)};
    struct raw raw;
    char *out;

    /* A line takes no more room than in the file: its 0 stands for its end. */
    *lines = (struct lines){.storage = malloc(size + 1)};
    if (!lines->storage)
        return -1;
    out = lines->storage;
    while (next_raw(&reader, &raw)) {
        const size_t number = reader.number;
        char *start = out;

        follow_encoding(&reader, &raw);
        out = clean(start, append(out, &reader, raw));
        *out = '\0';
        if (add_line(lines, start + quotes(start, (size_t)(out - start)), number) != 0) {
            lines_free(lines);
            return -1;
        }
        out++;
    }
    return 0;
}

void lines_free(struct lines *lines)
{
    const int why = errno;

    free(lines->storage);
    free(lines->lines);
    *lines = (struct lines){0};
    errno = why;
}
