// A pen that does what the lines of a script say.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "device.h"

// units a millimeter
#define UNITS 200

static int pen, tool = BTN_TOOL_PEN, pressure, wobble;
static double x, y;

static void place(void) {
    emit(pen, EV_ABS, ABS_X, (int)lround(x * UNITS));
    emit(pen, EV_ABS, ABS_Y, (int)lround(y * UNITS));
}

static void end_frame(void) {
    report(pen);
    wait_until(now() + 1 / rate);
}

static void move(double to_x, double to_y, double ms) {
    double from_x = x, from_y = y, start = now();
    int count = (int)fmax(1, ms * rate / 1e3);
    for (int i = 1; i <= count; i++) {
        x = from_x + (to_x - from_x) * i / count;
        y = from_y + (to_y - from_y) * i / count;
        place();
        wobble ^= 1;
        if (pressure) emit(pen, EV_ABS, ABS_PRESSURE, pressure + wobble);
        else emit(pen, EV_ABS, ABS_DISTANCE, 20 + wobble);
        report(pen);
        keep_pace(&start, i / rate);
    }
}

static void tip(bool is_down) {
    emit(pen, EV_ABS, ABS_DISTANCE, is_down ? 0 : 20);
    emit(pen, EV_ABS, ABS_PRESSURE, pressure);
    emit(pen, EV_KEY, BTN_TOUCH, is_down);
    if (is_down) place();
    end_frame();
}

static void proximity(bool is_near) {
    emit(pen, EV_KEY, tool, is_near);
    emit(pen, EV_ABS, ABS_MISC, !is_near ? 0 : tool == BTN_TOOL_PEN ? 0x802 : 0x80a);
    emit(pen, EV_MSC, MSC_SERIAL, 0x51ca1);
    emit(pen, EV_ABS, ABS_DISTANCE, is_near ? 25 : 0);
    if (is_near) place();
    end_frame();
}

static void wait_for(const char *file) {
    while (access(file, F_OK)) wait_until(now() + 0.02);
}

void play_script(const char *path) {
    FILE *script = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!script) die(path);
    pen = make_pen();
    char line[200], word[40], text[150];
    while (fgets(line, sizeof line, script)) {
        double a = 0, b = 0, c = 0;
        if (sscanf(line, "%39s %149[^\n]", word, text) < 1 || *word == '#') continue;
        sscanf(line, "%*s %lf %lf %lf", &a, &b, &c);
        if (!strcmp(word, "go")) wait_for(text);
        else if (!strcmp(word, "wait")) wait_until(now() + a / 1e3);
        else if (!strcmp(word, "say")) printf("%s\n", text), fflush(stdout);
        else if (!strcmp(word, "rate")) rate = a;
        else if (!strcmp(word, "tool")) tool = strstr(text, "eraser") ? BTN_TOOL_RUBBER : BTN_TOOL_PEN;
        else if (!strcmp(word, "in")) x = a, y = b, proximity(true);
        else if (!strcmp(word, "out")) proximity(false);
        else if (!strcmp(word, "move")) move(a, b, c);
        else if (!strcmp(word, "rest")) move(x, y, a);
        else if (!strcmp(word, "down")) pressure = (int)a, tip(true);
        else if (!strcmp(word, "up")) pressure = 0, tip(false);
        else if (!strcmp(word, "button")) emit(pen, EV_KEY, BTN_STYLUS, (int)a), end_frame();
        else {
            fprintf(stderr, "virtual-device: unknown command %s\n", word);
            exit(2);
        }
    }
    wait_until(now() + seconds_after);
}

static int compare(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }

static void print_share(const char *name, double *delays, int count) {
    qsort(delays, (size_t)count, sizeof *delays, compare);
    printf("%s p50 %.0f p99 %.0f max %.0f\n", name, delays[count / 2], delays[count * 99 / 100], delays[count - 1]);
}

// Hovers with frames of one place each, and measures for each the time from its writing to the time stamp of the same place at another node, and
// until it could be read there: in microseconds. The file -g names that node in its first line.
void play_delay(void) {
    pen = make_pen();
    wait_for_go();
    char node[200] = "";
    FILE *file = fopen(go_file ? go_file : "", "r");
    if (!file || !fgets(node, sizeof node, file)) die("the file with the node");
    node[strcspn(node, "\n")] = 0;
    int other = open(node, O_RDONLY | O_NONBLOCK), clock = CLOCK_MONOTONIC, count = 0, lost = 0;
    if (other < 0 || ioctl(other, EVIOCSCLOCKID, &clock)) die(node);
    double *stamps = calloc((size_t)frames, sizeof *stamps), *reads = calloc((size_t)frames, sizeof *reads);
    if (!stamps || !reads) die("memory");
    proximity(true);
    double start = now();
    for (int i = 0; i < frames; i++) {
        emit(pen, EV_ABS, ABS_X, 1000 + i);
        emit(pen, EV_ABS, ABS_TILT_X, i % 50);
        double written = now();
        report(pen);
        bool is_found = false;
        struct pollfd request = {other, POLLIN, 0};
        while (!is_found && poll(&request, 1, 500) > 0) {
            struct input_event event;
            bool is_same = false;
            while (read(other, &event, sizeof event) == sizeof event) {
                if (event.type == EV_ABS && event.code == ABS_X) is_same = event.value == 1000 + i;
                if (event.type != EV_SYN || !is_same) continue;
                stamps[count] = ((double)event.input_event_sec + (double)event.input_event_usec * 1e-6 - written) * 1e6;
                reads[count++] = (now() - written) * 1e6;
                is_found = true;
                break;
            }
        }
        lost += !is_found;
        keep_pace(&start, (i + 1) / rate);
    }
    proximity(false);
    printf("frames %d lost %d\n", count, lost);
    if (count) print_share("stamp", stamps, count), print_share("read", reads, count);
    fflush(stdout);
    wait_until(now() + seconds_after);
}
