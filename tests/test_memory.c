/* SPDX-License-Identifier: MIT */
/* What is said of the buffers' memory: their pages together; and no room to say it in. */
#include <errno.h>

#include "check.h"
#include "fake_os.h"
#include "memory.h"

static int room; /* texts that there is memory for */

const char *results_keep(struct results *results, const char *text)
{
    static char kept[2][RESULTS_NOTE];

    (void)results;
    if (room == 0) {
        errno = ENOMEM;
        return NULL;
    }
    snprintf(kept[--room], sizeof kept[0], "%s", text);
    return kept[room];
}

static unsigned char memory[65536];

static void fill(struct team *team, struct member_state *member)
{
    const struct mapping mapping = {
        .base = memory, .bytes = sizeof memory, .page_bytes = 4096, .how = PAGES_THP};

    *member = (struct member_state){0};
    for (size_t i = 0; i < 2; i++)
        member->lane.banks[0].buffers[i].mapping = mapping;
    *team = (struct team){.count = 1, .members = member};
}

int main(void)
{
    struct results results = {.memory = "normal", .backing = ""};
    struct member_state member;
    struct team team;

    fake_clock(1, 1);
    fill(&team, &member);
    results.layout.root = "";
    CHECK_EQ_I64(memory_describe(&results, &team), 0);
    CHECK_STR(results.memory, "normal");
    CHECK_STR(results.backing, "");

    results.layout.pages.how = PAGES_THP;
    room = 2;
    CHECK_EQ_I64(memory_describe(&results, &team), 0);
    CHECK_STR(results.memory, "thp");
    CHECK_STR(results.backing, "4K (100 %)");

    for (int left = 0; left < 2; left++) {
        results.memory = "normal";
        results.backing = "";
        room = left;
        CHECK_EQ_I64(memory_describe(&results, &team), -1);
        CHECK_EQ_I64(errno, ENOMEM);
        CHECK(results.memory && results.backing);
    }
    return check_done("memory");
}
