#define _GNU_SOURCE
#include "CBenchmark.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static __thread struct bench_track *tracked;

uint64_t bench_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t bench_processor_time(unsigned long thread) {
    clockid_t clock;
    struct timespec time;
    if (pthread_getcpuclockid((pthread_t)thread, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

unsigned long bench_this_thread(void) { return (unsigned long)pthread_self(); }

// Room for a time of each frame. All of it is memory from the start, so that it does not look like memory that the daemon takes as time goes by.
static uint64_t *new_times(size_t capacity) {
    uint64_t *times = calloc(capacity, sizeof *times);
    if (times == NULL) return NULL;
    const size_t page = 4096 / sizeof *times;
    for (size_t i = 0; i < capacity; i += page) ((volatile uint64_t *)times)[i] = 0;
    return times;
}

struct bench_track *bench_track_new(size_t capacity) {
    struct bench_track *track = calloc(1, sizeof *track);
    if (track == NULL) return NULL;
    track->capacity = capacity;
    track->written = new_times(capacity);
    track->sent = new_times(capacity);
    track->received = new_times(capacity);
    if (track->written != NULL && track->sent != NULL && track->received != NULL) return track;
    bench_track_free(track);
    return NULL;
}

void bench_track_free(struct bench_track *track) {
    if (track == NULL) return;
    free(track->written);
    free(track->sent);
    free(track->received);
    free(track);
}

// Notes the time for every frame that the bytes tell of. The last `rawX` of a piece may be cut off: those bytes come again.
static size_t note(struct bench_track *track, uint64_t *times, size_t *last, const char *bytes, size_t length, uint64_t now) {
    static const char key[] = "\"rawX\":";
    const char *end = bytes + length;
    const char *rest = bytes;
    while (rest < end) {
        const char *found = memmem(rest, (size_t)(end - rest), key, sizeof key - 1);
        if (found == NULL) break;
        const char *digit = found + sizeof key - 1;
        size_t value = 0;
        while (digit < end && *digit >= '0' && *digit <= '9') value = value * 10 + (size_t)(*digit++ - '0');
        if (digit == end) return (size_t)(end - found);
        size_t number = *last / BENCH_PERIOD * BENCH_PERIOD + value;
        if (number < *last) number += BENCH_PERIOD;
        if (number < track->capacity) {
            if (times[number] == 0) __atomic_store_n(&times[number], now, __ATOMIC_RELEASE);
            __atomic_store_n(last, number, __ATOMIC_RELEASE);
        }
        rest = digit;
    }
    const size_t tail = (size_t)(end - rest);
    return tail < sizeof key - 1 ? tail : sizeof key - 2;
}

void bench_track_sends_of_this_thread(struct bench_track *track) { tracked = track; }

// The program's own definition comes before libc's. What it adds to a send comes after the time is taken.
ssize_t send(int socket, const void *bytes, size_t length, int flags) {
    const ssize_t result = syscall(SYS_sendto, socket, bytes, length, flags, NULL, 0);
    if (tracked != NULL && result > 0) note(tracked, tracked->sent, &tracked->last_sent, bytes, (size_t)result, bench_now());
    return result;
}

bool bench_receive(int socket, struct bench_track *track, size_t last) {
    char buffer[65536];
    size_t kept = 0;
    while (__atomic_load_n(&track->last_received, __ATOMIC_ACQUIRE) < last) {
        const ssize_t count = recv(socket, buffer + kept, sizeof buffer - kept, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        const uint64_t now = bench_now();
        const size_t length = kept + (size_t)count;
        kept = note(track, track->received, &track->last_received, buffer, length, now);
        memmove(buffer, buffer + length - kept, kept);
    }
    return true;
}

int bench_connect(const char *path, const char *call) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    const size_t length = strlen(call) + 1;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0 && write(descriptor, call, length) == (ssize_t)length) return descriptor;
    close(descriptor);
    return -1;
}
