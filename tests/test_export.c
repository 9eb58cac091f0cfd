/* SPDX-License-Identifier: MIT */
/* JSON, CSV and quoted commands: whatever texts hold, and figures that are not there. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "json.h"
#include "quote.h"
#include "report.h"

/* What `text` is in JSON. */
static void escaped(const char *text, const char *want)
{
    char *got = NULL;
    size_t size;
    struct json json = {.stream = open_memstream(&got, &size)};

    if (!CHECK(json.stream != NULL))
        return;
    json_text(&json, NULL, text);
    fclose(json.stream);
    CHECK_STR(got, want);
    free(got);
}

static void test_texts(void)
{
    escaped("", "\"\"");
    escaped("Cortex-A8 r2p1", "\"Cortex-A8 r2p1\"");
    escaped("a\"b\\c/", "\"a\\\"b\\\\c/\"");
    escaped("\n\t\x01\x1f\x7f", "\"\\u000a\\u0009\\u0001\\u001f\\u007f\"");
    /* The first and last of each length in UTF-8, and beside the surrogates. */
    escaped("\xc2\x80 \xdf\xbf", "\"\xc2\x80 \xdf\xbf\"");
    escaped("\xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf",
            "\"\xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf\"");
    escaped("\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf", "\"\xf0\x90\x80\x80 \xf4\x8f\xbf\xbf\"");
    /* Alone, cut short, too long a form, a surrogate, above U+10FFFF. */
    escaped("\x80 \xff", "\"\\ufffd \\ufffd\"");
    escaped("\xc3", "\"\\ufffd\"");
    escaped("\xe2\x82", "\"\\ufffd\\ufffd\"");
    escaped("\xe2\x82x", "\"\\ufffd\\ufffdx\"");
    escaped("\xc0\xaf", "\"\\ufffd\\ufffd\"");
    escaped("\xe0\x9f\xbf", "\"\\ufffd\\ufffd\\ufffd\"");
    escaped("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    escaped("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

static void test_structure(void)
{
    char *got = NULL;
    size_t size;
    struct json json = {.stream = open_memstream(&got, &size)};

    if (!CHECK(json.stream != NULL))
        return;
    json_open(&json, NULL, '{');
    json_known(&json, "a", "");
    json_open(&json, "b", '[');
    json_close(&json, ']');
    json_open(&json, "c", '[');
    json_double(&json, NULL, NAN);
    json_double(&json, NULL, INFINITY);
    json_double(&json, NULL, 224000.125);
    json_close(&json, ']');
    json_bool(&json, "d", true);
    json_number(&json, "e", UINT64_MAX);
    json_close(&json, '}');
    fclose(json.stream);
    CHECK_STR(got, "{\"a\":null,\"b\":[],\"c\":[null,null,224000.125],\"d\":true,"
                   "\"e\":18446744073709551615}");
    free(got);
}

static const struct kernel kernels[] = {
    {.method = "STR", .op = OP_WRITE, .width = 4, .registers = 1, .temporal = true},
    {.method = "VLD1", .op = OP_READ, .width = 8, .registers = 4, .temporal = true},
    {.method = "CPY_Mwa",
     .op = OP_COPY,
     .width = 4,
     .registers = 8,
     .temporal = true,
     .touch = true},
};

struct made {
    struct plan plan;
    struct results results;
    unsigned cpu;
    char *text;
};

/* Two rounds of 1000 MB/s and 2000 MB/s; VLD1 is absent, the second copy was lost. */
static void make(struct made *m)
{
    static const struct cell cells[] = {
        {.kernel = &kernels[0], .hot = true},
        {.kernel = &kernels[1], .pld = 8, .absent = "no \"NEON\", or so"},
        {.kernel = &kernels[2], .pld = 4},
    };
    struct results *r = &m->results;

    *m = (struct made){.results = {.isa = "test", .threads = 1}};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        CHECK(plan_add(&m->plan, &cells[i]) == 0);
    r->machine.cpus = &m->cpu;
    snprintf(r->label, sizeof r->label, "a,b \"c\"");
    CHECK(results_open(r, &m->plan, 2) == 0);
    r->rounds = 2;
    r->seed = UINT64_MAX;
    r->mhz[0] = 500;
    for (size_t i = 0; i < 3; i += 2) {
        r->series[i].op_bytes = 4096;
        r->series[i].samples[0] = (struct sample){1000, 4096000};
        r->series[i].samples[1] = (struct sample){1000, 2048000};
    }
    r->series[2].samples[1] = (struct sample){0};
}

static void render(struct made *m, enum report_format format, enum unit unit, bool first)
{
    const struct view view = {.format = format, .unit = unit};
    size_t size;
    FILE *f;

    free(m->text);
    f = open_memstream(&m->text, &size);
    CHECK(f && report(&m->results, &view, first, f) == 0);
    fclose(f);
}

static void unmake(struct made *m)
{
    free(m->text);
    results_close(&m->results);
    plan_free(&m->plan);
}

static void test_csv(void)
{
    static const char head[] = "label,date,table,row,column,op,state,wa,pld,key,unit,median,"
                               "low,high,n,absent,row_number,memory\r\n";
    static const char rows[] =
        "\"a,b \"\"c\"\"\",,Memory Write Throughput,STR,cached,write,cached,0,0,write 4x1 "
        "temporal,MB/s,1500,,,2,,,normal\r\n"
        "\"a,b \"\"c\"\"\",,Uncached Memory Read/Copy "
        "Throughput,VLD1,PLD=8,read,uncached,0,8,read 8x4 temporal,MB/s,,,,0,"
        "\"no \"\"NEON\"\", or so\",,normal\r\n"
        "\"a,b \"\"c\"\"\",,Uncached Memory Read/Copy "
        "Throughput,CPY_Mwa,PLD=4,copy,uncached,1,4,copy 4x8 "
        "temporal,MB/s,1000,,,1,,,normal\r\n";
    struct made m;

    make(&m);
    render(&m, REPORT_CSV, UNIT_MBPS, false);
    CHECK_STR(m.text, rows);
    render(&m, REPORT_CSV, UNIT_MBPS, true);
    if (CHECK(strncmp(m.text, head, strlen(head)) == 0))
        CHECK_STR(m.text + strlen(head), rows);
    unmake(&m);
}

static void test_json(void)
{
    struct made m;

    make(&m);
    render(&m, REPORT_JSON, UNIT_MBPS, true);
    CHECK_HAS(m.text, "\"label\":\"a,b \\\"c\\\"\"");
    CHECK_HAS(m.text, "\"seed\":\"18446744073709551615\"");
    CHECK_HAS(m.text, "\"clock_mhz\":[500,null]");
    CHECK_HAS(m.text, "\"unit\":\"MB/s\",\"median\":1500,\"low\":null,\"high\":null,"
                      "\"absent\":null,\"samples\":[1000,2000]}");
    CHECK_HAS(m.text, "\"median\":null,\"low\":null,\"high\":null,"
                      "\"absent\":\"no \\\"NEON\\\", or so\",\"samples\":null}");
    CHECK_HAS(m.text, "\"wa\":true,\"pld\":4");
    CHECK_HAS(m.text, "\"samples\":[1000,null]");
    render(&m, REPORT_JSON, UNIT_BYTES_PER_CYCLE, true);
    CHECK_HAS(m.text, "\"unit\":\"B/cycle\",\"median\":2,\"low\":null,\"high\":null,"
                      "\"absent\":null,\"samples\":[2,null]}");
    unmake(&m);
}

/* Every null figure has its reason. */
static void test_reasons(void)
{
    struct made m;

    make(&m);
    m.results.mhz[0] = 0;
    render(&m, REPORT_JSON, UNIT_BYTES_PER_CYCLE, true);
    CHECK_HAS(m.text, "\"median\":null,\"low\":null,\"high\":null,"
                      "\"absent\":\"the processor's clock could not be measured\"");
    m.results.series[0].samples[0] = m.results.series[0].samples[1] = (struct sample){0};
    render(&m, REPORT_JSON, UNIT_MBPS, true);
    CHECK_HAS(m.text, "\"absent\":\"every sample was lost\",\"samples\":[null,null]");
    m.results.signal = 2;
    render(&m, REPORT_JSON, UNIT_MBPS, true);
    CHECK_HAS(m.text, "\"absent\":\"the run ended before\"");
    CHECK(strstr(m.text, "nan") == NULL && strstr(m.text, "inf") == NULL);
    unmake(&m);
}

static void quotes(int argc, const char *const *argv, size_t size, const char *want)
{
    char *arguments[4];
    char text[64];

    for (int i = 0; i < argc; i++)
        arguments[i] = strdup(argv[i]);
    memset(text, '#', sizeof text);
    quote_command(argc, arguments, text, size);
    CHECK_STR(text, want);
    CHECK(text[size] == '#');
    for (int i = 0; i < argc; i++)
        free(arguments[i]);
}

static void test_quotes(void)
{
    quotes(0, NULL, 60, "");
    quotes(3, (const char *const[]){"-b", "64k", "--unit=B/cycle"}, 60,
           "-b 64k --unit=B/cycle");
    quotes(3, (const char *const[]){"", "a b", "CPY*"}, 60, "'' 'a b' 'CPY*'");
    quotes(1, (const char *const[]){"it's\n"}, 60, "'it'\\''s?'");
    quotes(2, (const char *const[]){"12345", "6789"}, 11, "12345 6789");
    quotes(2, (const char *const[]){"12345", "6789"}, 10, "12345 ...");
}

int main(void)
{
    test_texts();
    test_structure();
    test_csv();
    test_json();
    test_reasons();
    test_quotes();
    return check_done("export");
}
