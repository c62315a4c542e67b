#define _GNU_SOURCE
#include "CBenchmark.h"

#include <linux/input.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

struct pen {
    int x, y, pressure;
    bool touched;
};

// The members of a message of org.inkd.Pointer.Watch; what never changes here is text.
static int format(char *message, size_t size, struct pen *pen, const struct input_event *sync, unsigned long sequence) {
    const bool touches = pen->pressure > 200;
    const char *phase = touches ? (pen->touched ? "move" : "down") : (pen->touched ? "up" : "hover");
    pen->touched = touches;
    return snprintf(message, size,
                    "{\"parameters\":{\"sequence\":%lu,\"device\":1,\"events\":[{\"phase\":\"%s\",\"tool\":\"pen\",\"pointer\":0,\"time\":%.3f,"
                    "\"rawX\":%d,\"rawY\":%d,\"x\":%.4f,\"y\":%.4f,\"force\":%.5f,\"distance\":0,\"azimuth\":0,\"altitude\":1.5708,"
                    "\"rotation\":0,\"buttons\":[],\"serial\":0,\"toolId\":0,\"gap\":false}]},\"continues\":true}",
                    sequence, phase, (double)sync->input_event_sec * 1e3 + (double)sync->input_event_usec / 1e3, pen->x, pen->y, pen->x / 200.0,
                    pen->y / 200.0, pen->pressure / 4095.0);
}

void bench_reference_loop(int pipe, int socket) {
    const int poll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event wanted = {.events = EPOLLIN};
    if (poll < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, pipe, &wanted) != 0) return;
    struct pen pen = {0};
    struct input_event events[64];
    char message[512];
    unsigned long sequence = 0;
    for (;;) {
        struct epoll_event ready;
        if (epoll_wait(poll, &ready, 1, -1) <= 0) continue;
        const ssize_t count = read(pipe, events, sizeof events);
        if (count <= 0) break;
        for (size_t index = 0; index < (size_t)count / sizeof events[0]; index++) {
            const struct input_event *event = &events[index];
            if (event->type == EV_ABS && event->code == ABS_X) pen.x = event->value;
            if (event->type == EV_ABS && event->code == ABS_Y) pen.y = event->value;
            if (event->type == EV_ABS && event->code == ABS_PRESSURE) pen.pressure = event->value;
            if (event->type != EV_SYN || event->code != SYN_REPORT) continue;
            const int length = format(message, sizeof message, &pen, event, ++sequence);
            // the NUL ends the message
            if (length > 0) send(socket, message, (size_t)length + 1, MSG_NOSIGNAL);
        }
    }
    close(poll);
}
