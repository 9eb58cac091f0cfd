/* SPDX-License-Identifier: MIT */
#include "feed.h"

#include <ctype.h>
#include <string.h>

const char *feed_next(struct feed *feed)
{
    char *line = feed->text + feed->at;
    char *end;

    if (feed->at >= feed->size)
        return NULL;
    end = memchr(line, '\n', feed->size - feed->at);
    feed->ended = end != NULL;
    if (!end)
        end = feed->text + feed->size;
    feed->odd = false;
    for (const char *p = line; p < end; p++)
        feed->odd = feed->odd || (*p != '\t' && iscntrl((unsigned char)*p));
    *end = '\0';
    feed->at = (size_t)(end - feed->text) + 1;
    feed->number++;
    return line;
}
