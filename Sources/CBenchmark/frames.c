#define _GNU_SOURCE
#include "CBenchmark.h"
#include "event.h"

#include <errno.h>
#include <sys/prctl.h>
#include <unistd.h>

// A frame is far below PIPE_BUF: it is written wholly or not at all.
static bool write_all(int pipe, const struct input_event *events, size_t size) {
    ssize_t count;
    do count = write(pipe, events, size);
    while (count < 0 && errno == EINTR);
    return count == (ssize_t)size;
}

bool bench_write_proximity(int pipe) {
    struct input_event events[2];
    const uint64_t now = bench_now();
    put(&events[0], now, EV_KEY, BTN_TOOL_PEN, 1);
    put(&events[1], now, EV_SYN, SYN_REPORT, 0);
    return write_all(pipe, events, sizeof events);
}

bool bench_write_frame(int pipe, struct bench_track *track, size_t number, bool touching) {
    if (number >= track->capacity) return false;
    struct input_event events[4];
    // up and down over four millimeters while x grows: something like a row of letters
    const int place = (int)(number % 400);
    const int y = 4000 + (place < 200 ? place : 400 - place) * 4;
    const uint64_t now = bench_now();
    put(&events[0], now, EV_ABS, ABS_X, (int)(number % BENCH_PERIOD));
    put(&events[1], now, EV_ABS, ABS_Y, y);
    put(&events[2], now, EV_ABS, ABS_PRESSURE, touching ? 2000 + place : 0);
    put(&events[3], now, EV_SYN, SYN_REPORT, 0);
    track->written[number] = now;
    return write_all(pipe, events, sizeof events);
}

bool bench_write_paced(int pipe, struct bench_track *track, size_t first, size_t count, size_t touching, uint64_t interval) {
    // the kernel may let sleepers lie for 50 microseconds otherwise
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    const uint64_t start = bench_now();
    for (size_t index = 0; index < count; index++) {
        sleep_until(start + index * interval);
        if (!bench_write_frame(pipe, track, first + index, index < touching)) return false;
    }
    return true;
}
