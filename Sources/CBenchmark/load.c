#define _GNU_SOURCE
#include "CBenchmark.h"
#include "event.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

// A stroke for two tenths of a second, then hovering for half a tenth.
#define STROKE_TICKS 200
#define CYCLE_TICKS 250

// What does not fit is lost, and the reader is told so before the next frame, as the kernel does with SYN_DROPPED.
static bool write_frame(struct bench_pen *pen, size_t tick) {
    struct input_event events[6];
    size_t count = 0;
    const uint64_t now = bench_now();
    if (pen->has_lost) {
        put(&events[count++], now, EV_SYN, SYN_DROPPED, 0);
        put(&events[count++], now, EV_SYN, SYN_REPORT, 0);
    }
    const size_t place = tick % CYCLE_TICKS;
    put(&events[count++], now, EV_ABS, ABS_X, 2000 + (int)(tick / 8 % 30000));
    put(&events[count++], now, EV_ABS, ABS_Y, 4000 + (int)(place < 125 ? place : 250 - place) * 6);
    put(&events[count++], now, EV_ABS, ABS_PRESSURE, place < STROKE_TICKS ? 2000 + (int)place : 0);
    put(&events[count++], now, EV_SYN, SYN_REPORT, 0);
    ssize_t written;
    do written = write(pen->pipe, events, count * sizeof events[0]);
    while (written < 0 && errno == EINTR);
    if (written < 0 && errno != EAGAIN) return false;
    if (written < 0) {
        pen->lost++;
        pen->has_lost = true;
    } else {
        pen->written++;
        pen->has_lost = false;
    }
    return true;
}

bool bench_write_load(struct bench_pen *pens, size_t count, size_t ticks, uint64_t interval) {
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    const uint64_t start = bench_now();
    for (size_t tick = 0; tick < ticks; tick++) {
        sleep_until(start + tick * interval);
        for (size_t index = 0; index < count; index++) {
            // pens do not touch at the same time
            if (!write_frame(&pens[index], tick + index * (CYCLE_TICKS / count))) return false;
        }
    }
    return true;
}

static size_t occurrences(const char *message, size_t length, const char *word) {
    const size_t size = strlen(word);
    size_t found = 0;
    for (const char *rest = message; (rest = memmem(rest, length - (size_t)(rest - message), word, size)) != NULL; rest += size) found++;
    return found;
}

static void take_message(struct bench_watcher *watcher, const char *message, size_t length) {
    static const char key[] = "\"sequence\":";
    watcher->messages++;
    watcher->downs += occurrences(message, length, "\"phase\":\"down\"");
    watcher->ups += occurrences(message, length, "\"phase\":\"up\"");
    const char *found = memmem(message, length, key, sizeof key - 1);
    if (found == NULL) return;
    // a message ends with NUL, so the digits do
    const uint64_t sequence = strtoull(found + sizeof key - 1, NULL, 10);
    if (watcher->sequence != 0 && sequence > watcher->sequence) watcher->missing += sequence - watcher->sequence - 1;
    watcher->sequence = sequence;
}

static bool read_some(struct bench_watcher *watcher, char *chunk, size_t size) {
    const ssize_t count = recv(watcher->socket, chunk, size, MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (count <= 0) return false;
    char *grown = realloc(watcher->buffer, watcher->kept + (size_t)count);
    if (grown == NULL) return false;
    watcher->buffer = grown;
    memcpy(grown + watcher->kept, chunk, (size_t)count);
    watcher->kept += (size_t)count;
    char *rest = grown;
    for (char *end; (end = memchr(rest, 0, watcher->kept - (size_t)(rest - grown))) != NULL; rest = end + 1) {
        take_message(watcher, rest, (size_t)(end - rest));
    }
    watcher->kept -= (size_t)(rest - grown);
    memmove(grown, rest, watcher->kept);
    return true;
}

void bench_set(int *stop) { __atomic_store_n(stop, 1, __ATOMIC_RELEASE); }

void bench_watch(struct bench_watcher *watchers, size_t count, const int *stop) {
    struct pollfd *polled = calloc(count, sizeof *polled);
    char *chunk = malloc(65536);
    if (polled == NULL || chunk == NULL) {
        free(polled);
        free(chunk);
        return;
    }
    for (size_t index = 0; index < count; index++) polled[index] = (struct pollfd){.fd = watchers[index].socket, .events = POLLIN};
    while (true) {
        const int ready = poll(polled, count, 1000);
        if (ready == 0 && __atomic_load_n(stop, __ATOMIC_ACQUIRE)) break;
        for (size_t index = 0; ready > 0 && index < count; index++) {
            if (polled[index].revents == 0 || read_some(&watchers[index], chunk, 65536)) continue;
            watchers[index].ended = true;
            polled[index].fd = -1;
        }
    }
    for (size_t index = 0; index < count; index++) {
        free(watchers[index].buffer);
        watchers[index].buffer = NULL;
    }
    free(polled);
    free(chunk);
}
