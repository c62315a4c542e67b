// What writers of frames share.
#pragma once

#include <errno.h>
#include <linux/input.h>
#include <stdint.h>
#include <time.h>

/// Fills in an event of the kernel's, stamped with nanoseconds of CLOCK_MONOTONIC.
static inline void put(struct input_event *event, uint64_t now, unsigned short type, unsigned short code, int value) {
    event->input_event_sec = (long)(now / 1000000000u);
    event->input_event_usec = (long)(now % 1000000000u / 1000u);
    event->type = type;
    event->code = code;
    event->value = value;
}

/// Sleeps until CLOCK_MONOTONIC shows so many nanoseconds.
static inline void sleep_until(uint64_t due) {
    const struct timespec time = {.tv_sec = (time_t)(due / 1000000000u), .tv_nsec = (long)(due % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR) {}
}
