/* SPDX-License-Identifier: MIT */
/* Saved runs: what is written is read back, all of it, and nothing else is taken for one. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "import.h"
#include "record.h"
#include "report.h"

static char path[64];
static char error[IMPORT_ERROR];

/* Written by hand: the reader is not held against the writer only. */
static const char *const hand[] = {
    "label: board \"7\"",
    "cpu: ARM926EJ-S r0p5",
    "isa: arm",
    "line: 32",
    "buffer: 65536",
    "block: 2048/4096/1024",
    "threads: 1",
    "prefetch: PLD",
    "memory: thp",
    "page: 4096",
    "counting: MB = 10^6 bytes, copies counted once",
    "# memspeed: 0.9.1",
    "# date: 2026-11-30T22:14:08Z",
    "# command: memspeed -c -b 64k",
    "# label-given: yes",
    "# host: board7",
    "# kernel: Linux 2.6.35 armv5tejl",
    "# cmdline: console=ttyS0 root=/dev/nfs",
    "# libc: glibc 2.36 of this system",
    "# emulated: qemu-arm (the figures mean nothing)",
    "# cpus: 0-1",
    "# cpu-used: 1 (not pinned)",
    "# midr: 0x41069265",
    "# cores: 0: 400; 1: 1024",
    "# governor: ondemand",
    "# frequency: 800000 kHz, from 400000 to 1066000 kHz",
    "# line-source: known of this core",
    "# l1d: 16384 B, 4 ways (assumed (so far))",
    "# llc: 131072 B (sysfs)",
    "# caches: 16384/131072/0/0",
    "# backing: 2M (12 % 4K)",
    "# memory-kind: wc 16777216 B, write-combined, behaves as not cached",
    "# memory-source: /dev/dri/card0 (vgem)",
    "# memory-documented: Linux' driver vgem",
    "# memory-evidence: a load 98 ns",
    "# memory-kind: huge:2M 65536 B, unknown, behaves as unknown",
    "# memory-backing: 2M (100 %)",
    "# load: 0.25",
    "# span: 2112/4224/4096",
    "# sharers: L1 1, last level 2",
    "# prefetch-kind: once",
    "# clock: CLOCK_MONOTONIC_RAW, step 1000 ns, reading 500 ns",
    "# seed: 18446744073709551615",
    "# sample-ns: 1000000",
    "# rounds: 3",
    "# samples: 8",
    "# lost: 1",
    "# moved: 2",
    "# llc-usable: 98304",
    "# cold-gain: 1.234",
    "# overlap: 0.875 at worst, under 0.95 in 3 samples",
    "# partial: ended by signal 15",
    "# note: made smaller",
    "# note: and so on",
    "# clock-mhz: 800.000 n/a 1066.125",
    "# table: Memory Write Throughput",
    "# warning: none that matters",
    "# key: STM8 write 4x8 temporal",
    "# key: memset write 1x0 temporal libc",
    "# key: DCZVA write 64x0 zeros",
    "# key: VST1 write 8x4 streaming",
    "# key: LDM read 4x8 temporal",
    "# key: CPY_Mwa copy 4x8 temporal wa",
    "# key: CPY_Mwa< copy 4x8 temporal wa",
    "# cell: BenchmarkWrite/method=STM8/state=uncached/wa=0",
    "# absent: BenchmarkWrite/method=memset/state=cached/wa=0 no reason",
    "# absent: BenchmarkWrite/method=DCZVA/state=uncached/wa=0 no DC ZVA: none",
    "# absent: BenchmarkWrite/method=VST1/state=cached/wa=1 this CPU has no NEON",
    "# cell: BenchmarkRead/method=LDM/state=cached/pld=4",
    "# cell: BenchmarkCopy/method=CPY_Mwa/state=uncached/pld=0",
    "# absent: BenchmarkCopy/method=CPY_Mwa</state=uncached/pld=0/memory=wc no time",
    "# absent: BenchmarkWrite/method=STM8/state=uncached/wa=0/memory=huge:2M no pool",
    "Unit MB/s better=higher",
    "# round: 1",
    "BenchmarkWrite/method=STM8/state=uncached/wa=0 500 2000.0000 ns/op 2048.00 MB/s",
    "BenchmarkRead/method=LDM/state=cached/pld=4 1000 1000.0000 ns/op 4096.00 MB/s",
    "BenchmarkCopy/method=CPY_Mwa/state=uncached/pld=0 200 5000.0000 ns/op 819.20 MB/s",
    "# round: 2",
    "BenchmarkWrite/method=STM8/state=uncached/wa=0 500 2500.0000 ns/op 1638.40 MB/s",
    "BenchmarkRead/method=LDM/state=cached/pld=4 1000 800.0000 ns/op 5120.00 MB/s",
    "BenchmarkCopy/method=CPY_Mwa/state=uncached/pld=0 200 5000.0000 ns/op 819.20 MB/s",
    "# round: 3",
    "BenchmarkRead/method=LDM/state=cached/pld=4 3 333.3333 ns/op 12288.00 MB/s",
    "BenchmarkCopy/method=CPY_Mwa/state=uncached/pld=0 200 5000.0000 ns/op 819.20 MB/s",
};

enum { LINES = sizeof hand / sizeof hand[0] };

static void put_bytes(const char *text, size_t size)
{
    FILE *f = fopen(path, "wb");

    if (!CHECK(f != NULL))
        return;
    CHECK(fwrite(text, 1, size, f) == size);
    CHECK(fclose(f) == 0);
}

/* From memory that ends where the text does, so that sanitizers see who reads on. */
static int import_bytes(struct results *results, const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    int status;

    if (!CHECK(copy != NULL))
        return -1;
    memcpy(copy, text, size);
    copy[size] = '\0';
    status = import_saved_text(results, path, copy, size, error);
    free(copy);
    return status;
}

/* The lines above, that at `at` (from 1 on) replaced, or left out if `line` is NULL. */
static void put_hand(size_t at, const char *line)
{
    FILE *f = fopen(path, "wb");

    if (!CHECK(f != NULL))
        return;
    for (size_t i = 0; i < LINES; i++)
        if (i + 1 != at)
            fprintf(f, "%s\n", hand[i]);
        else if (line)
            fprintf(f, "%s\n", line);
    CHECK(fclose(f) == 0);
}

/* The number of the line that begins so. */
static size_t line_of(const char *start)
{
    for (size_t i = 0; i < LINES; i++)
        if (strncmp(hand[i], start, strlen(start)) == 0)
            return i + 1;
    CHECK_STR(start, "a line of the file");
    return 0;
}

static void check_machine(const struct machine *m)
{
    CHECK_STR(m->host, "board7");
    CHECK_STR(m->kernel, "Linux 2.6.35 armv5tejl");
    CHECK_STR(m->command_line, "console=ttyS0 root=/dev/nfs");
    CHECK_STR(m->cpu_name, "ARM926EJ-S r0p5");
    CHECK_EQ_U64(m->cpu_id, 0x41069265);
    CHECK_STR(m->cores, "0: 400; 1: 1024");
    CHECK_STR(m->allowed, "0-1");
    CHECK_STR(m->governor, "ondemand");
    CHECK_EQ_U64(m->frequency.now_khz, 800000);
    CHECK_EQ_U64(m->frequency.least_khz, 400000);
    CHECK_EQ_U64(m->frequency.most_khz, 1066000);
    CHECK_STR(m->emulator, "qemu-arm");
    CHECK(m->cpu_count == 1 && m->cpus[0] == 1 && !m->pinned);
    CHECK(m->line.bytes == 32 && strcmp(m->line.source, "known of this core") == 0);
    CHECK(m->l1d.bytes == 16384 && strcmp(m->l1d.source, "assumed (so far)") == 0);
    CHECK(m->l1d.assumed && !m->llc.assumed);
    CHECK_EQ_U64(m->l1d_ways, 4);
    CHECK(m->levels[0] == 16384 && m->levels[1] == 131072 && m->levels[2] == 0);
    CHECK(m->llc.bytes == 131072 && strcmp(m->llc.source, "sysfs") == 0);
    CHECK_EQ_U64(m->page_bytes, 4096);
    CHECK_NEAR(m->load, 0.25, 0);
}

static void check_run(const struct results *r)
{
    CHECK_STR(r->label, "board \"7\"");
    CHECK(r->labelled);
    CHECK_STR(r->version, "0.9.1");
    CHECK_STR(r->date, "2026-11-30T22:14:08Z");
    CHECK_STR(r->command, "memspeed -c -b 64k");
    CHECK_STR(r->memory, "thp");
    CHECK_STR(r->backing, "2M (12 % 4K)");
    CHECK_STR(r->isa, "arm");
    CHECK_STR(r->libc, "glibc 2.36 of this system");
    CHECK_STR(r->prefetch_name, "PLD");
    CHECK(r->prefetch == PREFETCH_STREAM);
    CHECK_STR(r->clock, "CLOCK_MONOTONIC_RAW");
    CHECK(r->timer.step_ns == 1000 && r->timer.cost_ns == 500);
    CHECK_EQ_U64(r->seed, UINT64_MAX);
    CHECK(r->threads == 1 && r->rounds == 3 && r->sample_ns == 1000000);
    CHECK(r->lost == 1 && r->moved == 2 && r->apart == 3 && r->signal == 15);
    CHECK_NEAR(r->cold_gain, 1.234, 0);
    CHECK_EQ_U64(r->usable_bytes, 98304);
    CHECK_NEAR(r->overlap, 0.875, 0);
    CHECK_EQ_U64(r->note_count, 2);
    CHECK_STR(r->notes[1], "and so on");
    CHECK(r->mhz[0] == 800 && r->mhz[1] == 0 && r->mhz[2] == 1066.125);
    CHECK(r->layout.line_bytes == 32 && r->layout.buffer_bytes == 65536);
    CHECK_EQ_U64(r->layout.hot[OP_WRITE].block_bytes, 2048);
    CHECK_EQ_U64(r->layout.hot[OP_COPY].block_bytes, 1024);
    CHECK_EQ_U64(r->layout.hot[OP_READ].span_bytes, 4224);
    CHECK(r->layout.l1_sharers == 1 && r->layout.llc_sharers == 2);
}

static void check_series(const struct results *r)
{
    const struct series *s = r->series;

    if (!CHECK(r->count == 8))
        return;
    CHECK(s[0].op == OP_WRITE && !s[0].hot && !s[0].touch && s[0].temporal && !s[0].libc);
    CHECK(s[0].width == 4 && s[0].registers == 8 && s[0].op_bytes == 4096 && !s[0].absent);
    CHECK(s[0].samples[1].ops == 500 && s[0].samples[1].ns == 1250000);
    CHECK(s[0].samples[2].ops == 0 && s[0].samples[2].ns == 0);
    CHECK(s[1].libc && s[1].hot);
    CHECK_STR(s[1].absent, "no reason");
    CHECK(s[2].zeros && s[2].temporal);
    CHECK_STR(s[2].absent, "no DC ZVA: none");
    CHECK(s[3].touch && !s[3].temporal && s[3].hot);
    CHECK_STR(s[3].method, "VST1");
    CHECK(s[4].op == OP_READ && s[4].pld == 4 && s[4].op_bytes == 4096);
    /* 3 x 333.3333 is no whole number of nanoseconds: 1000 was meant. */
    CHECK(s[4].samples[2].ops == 3 && s[4].samples[2].ns == 1000);
    CHECK(s[5].op == OP_COPY && s[5].touch && s[5].memory == 0);
    CHECK(s[6].op == OP_COPY && s[6].touch && s[6].memory == 1);
    CHECK_STR(s[6].method, "CPY_Mwa<");
    CHECK_STR(s[7].method, "STM8");
    CHECK(s[7].memory == 2);
}

static void check_memories(const struct results *r)
{
    const struct results_memory *wc = &r->memories[1];
    const struct results_memory *huge = &r->memories[2];

    CHECK_EQ_U64(r->more_memories, 2);
    CHECK_STR(wc->name, "wc");
    CHECK_EQ_U64(wc->bytes, 16777216);
    CHECK(wc->documented == CACHING_COMBINED && wc->found == CACHING_NOT);
    CHECK_STR(wc->source, "/dev/dri/card0 (vgem)");
    CHECK_STR(wc->says, "Linux' driver vgem");
    CHECK_STR(wc->evidence, "a load 98 ns");
    CHECK_STR(wc->backing, "");
    CHECK_STR(huge->name, "huge:2M");
    CHECK(huge->documented == CACHING_UNKNOWN && huge->found == CACHING_UNKNOWN);
    CHECK_STR(huge->backing, "2M (100 %)");
    CHECK_STR(huge->source, "");
}

static void test_hand(void)
{
    struct results r;

    put_hand(0, NULL);
    if (!CHECK_EQ_I64(import_saved(&r, path, error), 0)) {
        fprintf(stderr, "%s\n", error);
        return;
    }
    check_machine(&r.machine);
    check_run(&r);
    check_series(&r);
    check_memories(&r);
    results_close(&r);
}

/* What a program of today shows of it: medians of the lines above, as worked out by hand. */
static void test_shown(void)
{
    struct results r;
    char *text = NULL;
    size_t size;
    FILE *f;

    put_hand(0, NULL);
    if (!CHECK_EQ_I64(import_saved(&r, path, error), 0))
        return;
    f = open_memstream(&text, &size);
    CHECK(f && report_text(&r, &(struct view){.unit = UNIT_MBPS}, f) == 0);
    fclose(f);
    CHECK_HAS(text, "memspeed   0.9.1, arm kernels\nlabel      board \"7\"\n");
    CHECK_HAS(text, "STM8          1843.20            -            -            -\n"
                    "memset              -            -          n/a            -\n");
    CHECK_HAS(text, "method      PLD=4\nLDM       5120.00\n");
    CHECK_HAS(text, "n/a: VST1: this CPU has no NEON\n");
    CHECK_HAS(text, "warning: ended early by signal 15; the last of 3 rounds may be partial\n");
    free(text);
    f = open_memstream(&text, &size);
    CHECK(f && report_text(&r, &(struct view){.unit = UNIT_BYTES_PER_CYCLE}, f) == 0);
    fclose(f);
    CHECK_HAS(text, "LDM          8.32\n"); /* (4096 / 800 + 12288 / 1066.125) / 2 */
    free(text);
    results_close(&r);
}

/* Replaces a line, found by its start, and demands the error, which is of that line if `here`.
 */
static void refused(const char *start, const char *line, bool here, const char *why)
{
    struct results r = {0};
    char want[32] = "";
    const size_t at = line_of(start);

    put_hand(at, line);
    snprintf(error, sizeof error, "none");
    if (here)
        snprintf(want, sizeof want, ":%zu: ", at);
    if (!CHECK_EQ_I64(import_saved(&r, path, error), -1))
        fprintf(stderr, "%s\n", line ? line : start);
    CHECK(strncmp(error, path, strlen(path)) == 0);
    CHECK_HAS(error, want);
    CHECK_HAS(error, why);
}

/* Lines of memories that are none. */
static void test_memory_lines(void)
{
    const char *const kind = "# memory-kind: wc";

    refused(kind, "# memory-kind: wc", true, "not as it is saved");
    refused(kind, "# memory-kind: wc 5 B, cached", true, "not as it is saved");
    refused(kind, "# memory-kind: wc 5 B, warm, behaves as cached", true, "not as it is saved");
    refused(kind, "# memory-kind: normal 5 B, cached, behaves as cached", true,
            "not as it is saved");
    refused(kind, "# memory-kind: w/c 5 B, cached, behaves as cached", true,
            "not as it is saved");
    refused(kind, "# memory-kind: wc 5 B, cached, behaves as cached!", true,
            "not as it is saved");
    refused(kind, "# memory-kind: huge:2M 5 B, cached, behaves as cached", false,
            "not as it is saved");
    refused(kind, NULL, true, "# memory-source: not as it is saved");
    refused("# cell: BenchmarkRead", "# memory-kind: fb 5 B, cached, behaves as cached", true,
            "behind the first cell");
    refused("# absent: BenchmarkCopy",
            "# absent: BenchmarkCopy/method=CPY_Mwa</state=uncached/pld=0 why", true,
            "no name");
    refused("# absent: BenchmarkCopy",
            "# absent: BenchmarkCopy/method=CPY_Mwa</state=uncached/pld=0/memory=fb why", true,
            "no name");
    refused("# absent: BenchmarkCopy",
            "# absent: BenchmarkCopy/method=CPY_M</state=uncached/pld=0/memory=wc why", true,
            "no # key");
}

/* The same, and it must be read. */
static void taken(const char *start, const char *line)
{
    struct results r = {0};

    put_hand(line_of(start), line);
    if (CHECK_EQ_I64(import_saved(&r, path, error), 0))
        results_close(&r);
    else
        fprintf(stderr, "%s: %s\n", line, error);
}

/* More than a double holds. */
#define NINES "9999999999999999999999999999999999999999999999999999999999999999"
#define HUGE_DECIMAL "# load: " NINES NINES NINES NINES NINES ".0"

static void test_refused_head(void)
{
    static const char *const wrong[][2] = {
        {"line: ", "line: x"},
        {"line: ", "line: 0"},
        {"buffer: ", "buffer: -1"},
        {"buffer: ", "buffer: 99999999999999999999999"},
        {"block: ", "block: 2048/4096"},
        {"block: ", "block: 0/4096/1024"},
        {"threads: ", "threads: 0"},
        {"page: ", "page: 0"},
        {"page: ", "page: 4095"},
        {"page: ", "page: 4K"},
        {"# date: ", "# date: 0-99-99T99:99:99Z"},
        {"# date: ", "# date: 2026-13-01T00:00:00Z"},
        {"# date: ", "# date: 2026-00-01T00:00:00Z"},
        {"# date: ", "# date: 2026-04-31T00:00:00Z"},
        {"# date: ", "# date: 2026-02-29T00:00:00Z"},
        {"# date: ", "# date: 1900-02-29T00:00:00Z"},
        {"# date: ", "# date: 2026-12-01T24:00:00Z"},
        {"# date: ", "# date: 2026-12-01T00:60:00Z"},
        {"# date: ", "# date: 2026-12-01T00:00:61Z"},
        {"# date: ", "# date: 2026-12-01T00:00:00"},
        {"# date: ", "# date: yesterday"},
        {"counting: ", "counting: copies twice"},
        {"# emulated: ", "# emulated: qemu-arm"},
        {"# cpu-used: ", "# cpu-used: 1 (pinned)"},
        {"# midr: ", "# midr: 0x4106926"},
        {"# frequency: ", "# frequency: 800 MHz"},
        {"# l1d: ", "# l1d: 16384 B, 4 ways"},
        {"# llc: ", "# llc: 131072 B sysfs"},
        {"# caches: ", "# caches: 16384/131072/0"},
        {"# caches: ", "# caches: 16384/131072/0/0/0"},
        {"# load: ", "# load: nan"},
        {"# load: ", HUGE_DECIMAL},
        {"# span: ", "# span: 1/2/3/4"},
        {"# sharers: ", "# sharers: 1 1"},
        {"# prefetch-kind: ", "# prefetch-kind: twice"},
        {"# clock: ", "# clock: sundial"},
        {"# seed: ", "# seed: 18446744073709551616"},
        {"# rounds: ", "# rounds: 1001"},
        {"# samples: ", "# samples: 8.0"},
        {"# cold-gain: ", "# cold-gain: inf"},
        {"# llc-usable: ", "# llc-usable: 0"},
        {"# llc-usable: ", "# llc-usable: 96K"},
        {"# overlap: ", "# overlap: 1.5 at worst, under 0.95 in 3 samples"},
        {"# partial: ", "# partial: ended by signal 0"},
        {"# clock-mhz: ", "# clock-mhz: 800.000 n/a"},
        {"# clock-mhz: ", "# clock-mhz: 800.000 n/a 1066.125 1"},
        {"# clock-mhz: ", "# clock-mhz: 800.000 n/a 0.000"},
        {"# clock-mhz: ", "# clock-mhz: 800.000 n/a 1e3"},
        {"# key: STM8", "# key: STM8 write 4x8"},
        {"# key: STM8", "# key: STM8 write 4x256 temporal"},
        {"# key: STM8", "# key: STM8 fill 4x8 temporal"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refused(wrong[i][0], wrong[i][1], true, "not as it is saved");
    refused("# governor: ", "# governor: a-name-of-many-more-than-31-characters", true,
            "governor: more than 31 characters");
    refused("# governor: ", "# host: again", true, "# host: a second one");
    refused("# seed: ", "label: the next run", true, "label: a second one");
    refused("# rounds: ", NULL, false, "# clock-mhz before # rounds");
    refused("block: ", NULL, false, "there is no line \"block: \"");
    refused("# host: ", NULL, false, "there is no line \"# host: \"");
    refused("# cpu-used: ", "# cpu-used: 1 0", false, "1 threads on 2 CPUs");
    /* 6 cells in 3 rounds, of which a signal may have ended another, and 8 samples. */
    refused("# lost: ", "# lost: 25", true, "# lost: 25 can't be of this run");
    refused("# lost: ", "# lost: 4294967295", true, "can't be of this run");
    refused("# moved: ", "# moved: 5", true, "# moved: 5 can't be of this run");
    refused("# overlap: ", "# overlap: 0.875 at worst, under 0.95 in 33 samples", true,
            "# overlap: 33 can't be of this run");
    taken("# lost: ", "# lost: 24");
    taken("# moved: ", "# moved: 4");
    taken("# date: ", "# date: 2024-02-29T23:59:60Z");
}

#define STM8 "BenchmarkWrite/method=STM8/state=uncached/wa=0"

static void test_refused_samples(void)
{
    refused("Unit", "# key: LDM read 4x8 temporal", true, "a second one of LDM");
    refused("Unit", "# cell: BenchmarkRead/method=LDR/state=cached/pld=4", true,
            "no # key: of LDR");
    refused("Unit", "# cell: BenchmarkRead/method=LDM/state=cached/pld=4", true, "once more");
    refused("Unit", "# cell: BenchmarkRead/method=LDM/state=warm/pld=4", true, "no name");
    refused("Unit", "# cell: BenchmarkRead/method=LDM/state=cached/pld=10000", true, "no name");
    refused("Unit", "# cell: BenchmarkRead/method=LDMLDMLDM/state=cached/pld=4", true,
            "no name");
    refused("Unit", "# absent: BenchmarkRead/method=LDM/state=cached/pld=5", true, "no name");
    refused("Unit", STM8 " 500 2000.0000 ns/op 2048.00 MB/s", true,
            "before the first # round:");
    refused("# round: 2", "# round: 3", true, "round 3 after round 1 of 3");
    refused("# round: 2", "# round: 1", true, "round 1 after round 1 of 3");
    refused("# round: 2", "# round: two", true, "no number");
    refused("# round: 2", STM8 " 500 2000.0000 ns/op 2048.00 MB/s", true, "a second sample");
    refused("# round: 3", "# warning: none", false, "a second sample");
    refused(STM8, STM8 " 500 2000.0000 ns/op 2049.00 MB/s", true, "do not agree");
    refused(STM8, STM8 " 0 2000.0000 ns/op 2048.00 MB/s", true, "not a sample");
    refused(STM8, STM8 " 500 0.0000 ns/op 2048.00 MB/s", true, "not a sample");
    refused(STM8, STM8 " 500 -2000.0000 ns/op 2048.00 MB/s", true, "not a sample");
    refused(STM8, STM8 " 500 inf ns/op 2048.00 MB/s", true, "not a sample");
    refused(STM8, STM8 " 500 nan ns/op 2048.00 MB/s", true, "not a sample");
    refused(STM8, STM8 " 500 2e3 ns/op 2048.00 MB/s", true, "not a sample");
    refused(STM8, STM8 " 500 0x7d0 ns/op 2048.00 MB/s", true, "not a sample");
    refused(STM8, STM8 " 500 2000.0000 ns/op 2048.00 MB/s ", true, "not a sample");
    refused(STM8, STM8 " 500 2000.0000 ns/op", true, "not a sample");
    refused(STM8, "BenchmarkErase/method=STM8 500 2000.0000 ns/op 2048.00 MB/s", true,
            "not a sample");
    refused(STM8, "BenchmarkWrite/method=VST1/state=cached/wa=1 500 2.0000 ns/op 2.00 MB/s",
            true, "a cell that is absent");
    refused(STM8, "BenchmarkWrite/method=STM8/state=cached/wa=0 500 2.0000 ns/op 2.00 MB/s",
            true, "not announced");
    refused(STM8, NULL, false, "8 samples are announced, 7 are there");
    refused("# partial: ", "# no key", true, "neither a key and its value nor a sample");
    refused("# partial: ", "what is this?", true, "neither a key and its value nor a sample");
    refused("# note: ", "# note: tinted\033[31m", true, "control characters");
    refused("# note: ", "# note: of DOS\r", true, "control characters");
}

/* Random updates, by hand: in base pages, in others, and in pages that there were not. */
#define GUPS_BASE                                                                              \
    "# gups: base 2^20 4194304 of 4194304 updates, 41943040 ns, CPU 41000000 ns, 0 errors, "   \
    "in 8388608 B: 4096:8388608 (smaps (kpageflags differs))"
#define GUPS_THP                                                                               \
    "# gups: thp:64K 2^20 1048576 of 4194304 updates, 1048576 ns, CPU n/a, not verified, in "  \
    "8388608 B: unknown (smaps does not tell)"
#define GUPS_WRONG                                                                             \
    "# gups: 2M 2^20 2097152 of 4194304 updates, 2097152 ns, CPU n/a, 7 errors, in 8388608 "   \
    "B: 2097152:6291456 4096:1048576 (smaps)"

static const char gups_lines[] = GUPS_BASE "\n" GUPS_THP "\n" GUPS_WRONG "\n# gups: 1G n/a";
static const char gups_cells[] =
    "# cell: BenchmarkRandom_updates/row=base/column=plain GUP/s 0\n"
    "# cell: BenchmarkRandom_updates/row=thp:64K/column=plain GUP/s 0\n"
    "# cell: BenchmarkRandom_updates/row=2M/column=plain GUP/s 0\n"
    "# absent: BenchmarkRandom_updates/row=1G/column=plain GUP/s 0 no pool of 1G pages";

/* The lines above with other ones in the place of two. */
static void put_gups(const char *lines)
{
    FILE *f = fopen(path, "wb");

    if (!CHECK(f != NULL))
        return;
    for (size_t i = 0; i < LINES; i++) {
        if (strcmp(hand[i], "# note: and so on") == 0)
            fprintf(f, "%s\n", lines);
        else if (strcmp(hand[i], "# samples: 8") == 0)
            fprintf(f, "# samples: 11\n");
        else if (strcmp(hand[i], "Unit MB/s better=higher") == 0)
            fprintf(f, "%s\n", gups_cells);
        else
            fprintf(f, "%s\n", hand[i]);
    }
    fprintf(
        f, "%s\n%s\n%s\n",
        "BenchmarkRandom_updates/row=base/column=plain 1000000 10.0000 ns/op 0.100000 GUP/s",
        "BenchmarkRandom_updates/row=thp:64K/column=plain 1000000 1.0000 ns/op 1.0000 GUP/s",
        "BenchmarkRandom_updates/row=2M/column=plain 1000000 8.0000 ns/op 0.125 GUP/s");
    CHECK(fclose(f) == 0);
}

static char *shown(const struct results *r, int json)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    if (!CHECK(f != NULL))
        return NULL;
    CHECK((json ? report_json(r, UNIT_MBPS, f)
                : report_text(r, &(struct view){.unit = UNIT_MBPS}, f)) == 0);
    fclose(f);
    return text;
}

static void check_gups_text(const struct results *r)
{
    char *text = shown(r, 0);

    CHECK_HAS(text, "*** Random updates (in GUP/s) ***\n"
                    "              plain\n"
                    "base         0.1000\n"
                    "thp:64K        1.00\n"
                    "2M           0.1250\n"
                    "1G              n/a\n"
                    "n/a: 1G: no pool of 1G pages\n");
    CHECK_HAS(text, "warning: thp:64K: not verified, since the run was ended\n"
                    "warning: thp:64K: the time was enough for 25 % of 4194304 updates\n"
                    "warning: 2M: 7 of 2^20 words are WRONG");
    CHECK_HAS(text, "\nbase pages, plain updates, all rounds together\n"
                    "Main table size = 2^20 = 1048576 words\n"
                    "Number of updates = 4194304\n"
                    "CPU time used = 0.041000 seconds\n"
                    "Real time used = 0.041943 seconds\n"
                    "0.100000000 Billion(10^9) Updates per second [GUP/s]\n"
                    "Errors = 0\n");
    CHECK_HAS(text, "CPU time used = n/a\nReal time used = 0.001049 seconds\n"
                    "1.000000000 Billion(10^9) Updates per second [GUP/s]\n"
                    "Errors = n/a (not verified)\n");
    CHECK_HAS(text, "Errors = 7\n");
    CHECK_HAS(text, "\nbase      4K (100 %)                                "
                    "0.1000     1.00        2048\n");
    /* 3 pages of 2 MiB and 256 of 4 KiB; a whole MiB is in no page. */
    CHECK_HAS(text, "\n2M        2M (12 % 4K, 12 % in no page)             "
                    "0.1250     1.25         259\n");
    CHECK_HAS(text, "\nthp:64K: smaps does not tell\n1G: no pool of 1G pages\n");
    free(text);
}

static void check_gups_json(const struct results *r)
{
    char *text = shown(r, 1);

    CHECK_HAS(text,
              "\"gups\":[{\"pages\":\"base\",\"measured\":true,\"log2\":20,\"wanted\":4194304,"
              "\"updates\":4194304,\"cpu_s\":0.041,\"real_s\":0.04194304,\"verified\":true,"
              "\"errors\":0,\"bytes\":8388608,\"backing\":[{\"page_bytes\":4096,\"bytes\":"
              "8388608}],\"backing_source\":\"smaps (kpageflags differs)\","
              "\"backing_unknown\":null},");
    CHECK_HAS(text,
              "\"cpu_s\":null,\"real_s\":0.001048576,\"verified\":false,\"errors\":null,");
    CHECK_HAS(text, "{\"pages\":\"1G\",\"measured\":false}]");
    free(text);
}

/* The load is the same in JSON and in files, also half way between two hundredths. */
static void check_load(struct results *r)
{
    static const double loads[] = {0.125, 0.375, 2.125, 10.0, 0.0049};

    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        char want[32];
        char json[64];
        char *text;

        r->machine.load = loads[i];
        snprintf(want, sizeof want, "%.2f", loads[i]);
        snprintf(json, sizeof json, "\"load\":%.10g,", strtod(want, NULL));
        text = shown(r, 1);
        CHECK_HAS(text, json);
        free(text);
    }
}

static void test_gups(void)
{
    struct records records = {0};
    struct results r;
    char *text = NULL;
    size_t size;
    FILE *f;

    put_gups(gups_lines);
    if (!CHECK_EQ_I64(import_saved(&r, path, error), 0)) {
        fprintf(stderr, "%s\n", error);
        return;
    }
    CHECK_EQ_U64(r.gups_count, 4);
    CHECK_EQ_U64(results_errors(&r), 7);
    check_gups_text(&r);
    check_gups_json(&r);
    CHECK(import_results(&records, &r, "here:1") == 0);
    CHECK_STR(record_get(&records.records[0], "gups-table"), "2^20 words");
    records_free(&records);
    /* Written again, the lines are the same. */
    f = open_memstream(&text, &size);
    CHECK(f && report_saved(&r, f) == 0);
    fclose(f);
    CHECK_HAS(text, gups_lines);
    free(text);
    check_load(&r);
    results_close(&r);
}

static void refused_gups(const char *line)
{
    struct results r = {0};

    put_gups(line);
    snprintf(error, sizeof error, "none");
    if (!CHECK_EQ_I64(import_saved(&r, path, error), -1))
        fprintf(stderr, "%s\n", line);
    CHECK_HAS(error, "# gups: ");
}

#define RUN "2^20 4 of 4 updates, 40 ns, CPU 40 ns, 0 errors, "
#define MAPPED "in 8192 B: 4096:8192 (smaps)"

static void test_gups_refused(void)
{
    static const char *const wrong[] = {
        "# gups: ",
        "# gups: base",
        "# gups: n/a",
        "# gups: huge n/a",
        "# gups: thp: n/a",
        "# gups: thp64K n/a",
        "# gups: 2048K n/a",
        "# gups: 0 n/a",
        "# gups: base n/a ",
        "# gups: base 2^61 4 of 4 updates, 40 ns, CPU 40 ns, 0 errors, " MAPPED,
        "# gups: base 2^20 0 of 4 updates, 40 ns, CPU 40 ns, 0 errors, " MAPPED,
        "# gups: base 2^20 4 of 4 updates, 0 ns, CPU 40 ns, 0 errors, " MAPPED,
        "# gups: base 2^20 4 of 4 updates, 40 ns, CPU -1 ns, 0 errors, " MAPPED,
        "# gups: base 2^20 4 of 4 updates, 40 ns, CPU 40, 0 errors, " MAPPED,
        /* More errors than words. */
        "# gups: base 2^20 4 of 4 updates, 40 ns, CPU 40 ns, 1048577 errors, " MAPPED,
        "# gups: base 2^20 4 of 4 updates, 40 ns, CPU 40 ns, verified, " MAPPED,
        "# gups: base " RUN "in 0 B: (smaps)",
        "# gups: base " RUN "in 8192 B: 4096:4096 2097152:8192 (smaps)",
        "# gups: base " RUN "in 8192 B: 0:8192 (smaps)",
        "# gups: base " RUN "in 8192 B: 4096:8192 unknown (smaps)",
        "# gups: base " RUN "in 8192 B: 4096:8192 ()",
        "# gups: base " RUN "in 8192 B: 4096:8192",
        "# gups: base " RUN MAPPED " ",
        GUPS_BASE "\n" GUPS_BASE,
        "# gups: 1K n/a\n# gups: 2K n/a\n# gups: 4K n/a\n# gups: 8K n/a\n# gups: 16K n/a\n"
        "# gups: 32K n/a\n# gups: 64K n/a\n# gups: 128K n/a\n# gups: 256K n/a",
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refused_gups(wrong[i]);
}

/* However many bytes a file has lost at its end, it is not taken for a run. */
static void test_truncated(void)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    size_t taken = 0;

    CHECK(f != NULL);
    for (size_t i = 0; i < LINES; i++)
        fprintf(f, "%s\n", hand[i]);
    fclose(f);
    for (size_t n = 0; n < size; n++) {
        struct results r;

        taken += import_bytes(&r, text, n) == 0;
    }
    CHECK_EQ_U64(taken, 0);
    CHECK_HAS(error, "the file is cut off in this line");
    free(text);
}

/* Whatever byte is damaged, a run or an error comes of it, which the sanitizers watch. */
static void test_damaged(void)
{
    static const char bytes[] = {' ', '0', '9', ':', '\n', '\0', '\xff'};
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    CHECK(f != NULL);
    for (size_t i = 0; i < LINES; i++)
        fprintf(f, "%s\n", hand[i]);
    fclose(f);
    for (size_t at = 0; at < size; at++) {
        const char whole = text[at];
        struct results r;

        text[at] = bytes[at % sizeof bytes];
        if (import_bytes(&r, text, size) == 0)
            results_close(&r);
        text[at] = whole;
    }
    free(text);
}

/* What a later version may add is kept if it decides about comparisons, else passed over. */
static void test_unknown(void)
{
    struct results r;

    put_hand(line_of("# table"),
             "# phase-of-the-moon: full\nvoltage: 1.2 V\nUnit V/s better=no");
    if (CHECK_EQ_I64(import_saved(&r, path, error), 0)) {
        CHECK_EQ_U64(r.setting_count, 1);
        CHECK_STR(r.settings[0].key, "voltage");
        CHECK_STR(r.settings[0].value, "1.2 V");
        results_close(&r);
    }
    refused("# table", "voltage: 1.2 V\nvoltage: 1.3 V", false, "voltage: a second one");
}

static void test_no_run(void)
{
    static const char other[] = "memspeed   1.0.0, arm kernels\nlabel      x\n"
                                "BenchmarkSort-8 100 5 ns/op\n";
    struct results r = {.rounds = 77};

    snprintf(error, sizeof error, "untouched");
    put_bytes("", 0);
    CHECK_EQ_I64(import_saved(&r, path, error), 1);
    put_bytes(other, sizeof other - 1);
    CHECK_EQ_I64(import_saved(&r, path, error), 1);
    CHECK_EQ_U64(r.rounds, 77);
    CHECK_STR(error, "untouched");
    CHECK_EQ_I64(import_saved(&r, "/nonexistent/file", error), -1);
    CHECK_STR(error, "/nonexistent/file: No such file or directory");
    CHECK_EQ_I64(import_saved(&r, "/", error), -1);
    CHECK_STR(error, "/: Is a directory");
    CHECK(truncate(path, (off_t)IMPORT_BYTES_MAX + 1) == 0);
    CHECK_EQ_I64(import_saved(&r, path, error), -1);
    CHECK_HAS(error, ": is larger than 64 MiB");
}

/* Any operations and whole nanoseconds come back exactly, in the order of the series. */
static void test_exact(void)
{
    enum { ROUNDS = 1000 };
    static const struct kernel kernel = {
        .method = "W8", .op = OP_WRITE, .width = 1, .registers = 1, .temporal = true};
    const struct cell cell = {.kernel = &kernel};
    unsigned cpu = 0;
    struct results made = {.isa = "test", .threads = 1, .machine = {.cpus = &cpu, .load = -1}};
    struct results read;
    struct plan plan = {0};
    uint64_t bits = 1;
    FILE *f;

    CHECK(plan_add(&plan, &cell) == 0);
    CHECK(results_open(&made, &plan, ROUNDS) == 0);
    made.layout.line_bytes = 32;
    made.machine.page_bytes = 4096;
    for (int op = 0; op < OPS; op++)
        made.layout.hot[op].block_bytes = 1024;
    snprintf(made.machine.line.source, MACHINE_SOURCE, "x");
    snprintf(made.clock, sizeof made.clock, "x");
    snprintf(made.label, sizeof made.label, "ctrl\001\n\177");
    made.series[0].op_bytes = 4096;
    made.rounds = ROUNDS;
    for (size_t i = 0; i < ROUNDS; i++) {
        /* A linear congruential generator (Knuth, MMIX) is random enough. */
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        made.series[0].samples[i].ops = 1 + (bits >> 20) % ((uint64_t)1 << (i % 31));
        made.series[0].samples[i].ns = (double)(100000 + (bits >> 30) % 20000000);
        made.mhz[i] = round((double)(bits >> 40)) / 1e3 + 0.001;
        made.mhz[i] = round(made.mhz[i] * 1e3) / 1e3;
    }
    f = fopen(path, "wb");
    CHECK(f && report_saved(&made, f) == 0);
    fclose(f);
    if (CHECK_EQ_I64(import_saved(&read, path, error), 0)) {
        CHECK_STR(read.label, "ctrl???");
        for (size_t i = 0; i < ROUNDS; i++) {
            const struct sample *got = &read.series[0].samples[i];

            CHECK_EQ_U64(got->ops, made.series[0].samples[i].ops);
            CHECK(got->ns == made.series[0].samples[i].ns && read.mhz[i] == made.mhz[i]);
        }
        results_close(&read);
    } else {
        fprintf(stderr, "%s\n", error);
    }
    results_close(&made);
    plan_free(&plan);
}

/* What comparisons get. */
static void check_record(const struct record *record)
{
    const struct figure *write =
        record_find(record, "Memory Write Throughput", "STM8", "uncached");
    const struct figure *copy =
        record_find(record, "Uncached Memory Read/Copy Throughput", "CPY_Mwa", "PLD=0");

    CHECK_STR(record->label, "board \"7\"");
    CHECK_STR(record->origin, "here:1");
    CHECK(record->sampled && !record->classic_old);
    CHECK_STR(record_get(record, "cpu"), "ARM926EJ-S r0p5");
    CHECK_STR(record_get(record, "block"), "2048/4096/1024");
    CHECK_STR(record_get(record, "buffer"), "65536");
    CHECK_STR(record_get(record, "pinned"), "no");
    CHECK_STR(record_get(record, "emulated"), "qemu-arm");
    CHECK_STR(record_get(record, "governor"), "ondemand");
    CHECK_STR(record_get(record, "prefetch"), "PLD");
    CHECK_STR(record_get(record, "voltage"), "1.2 V");
    CHECK(record->mhz_count == 3 && record->mhz[1] == 0 && record->mhz[2] == 1066.125);
    CHECK_EQ_U64(record->count, 3);
    CHECK(record_find(record, "Cached Memory Read/Copy Throughput", "LDM", "PLD=4") != NULL);
    if (!CHECK(write && copy))
        return;
    CHECK(write->measure == MEASURE_MBPS && write->count == 3 && isnan(write->spread));
    CHECK_NEAR(write->values[0], 2048, 1e-9);
    CHECK_NEAR(write->values[1], 1638.4, 1e-9);
    CHECK(isnan(write->values[2]));
    CHECK_NEAR(copy->values[2], 819.2, 1e-9);
}

static void test_record(void)
{
    struct records records = {0};
    struct results r;

    put_hand(line_of("# table"), "voltage: 1.2 V");
    if (!CHECK_EQ_I64(import_saved(&r, path, error), 0))
        return;
    CHECK(import_results(&records, &r, "here:1") == 0);
    results_close(&r);
    if (CHECK(records.count == 1))
        check_record(&records.records[0]);
    records_free(&records);
}

/* One sample makes a figure, none makes no figure. */
static void test_record_lost(void)
{
    struct records records = {0};
    struct results r;

    put_hand(0, NULL);
    if (!CHECK(import_saved(&r, path, error) == 0))
        return;
    r.series[0].samples[0] = (struct sample){0};
    for (size_t round = 0; round < r.rounds; round++)
        r.series[5].samples[round] = (struct sample){0};
    CHECK(import_results(&records, &r, "here:1") == 0);
    results_close(&r);
    if (CHECK(records.count == 1 && records.records[0].count == 2))
        CHECK_STR(records.records[0].figures[0].row, "STM8");
    records_free(&records);
}

int main(void)
{
    int fd;

    snprintf(path, sizeof path, "/tmp/memspeed-saved.XXXXXX");
    fd = mkstemp(path);
    CHECK(fd >= 0 && close(fd) == 0);
    test_hand();
    test_memory_lines();
    test_shown();
    test_refused_head();
    test_refused_samples();
    test_gups();
    test_gups_refused();
    test_truncated();
    test_damaged();
    test_unknown();
    test_no_run();
    test_exact();
    test_record();
    test_record_lost();
    unlink(path);
    return check_done("saved");
}
