// HID devices made through uhid, for the kernel's own drivers to bind.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "device.h"

// A pen as HID's digitizer page describes it: switches, position in 10 µm, pressure, tilt in degrees, the pen's serial number, the scan
// time in 100 µs.
static const uint8_t pen_descriptor[] = {
    // pen, report 1, stylus
    0x05, 0x0d, 0x09, 0x02, 0xa1, 0x01, 0x85, 0x01, 0x09, 0x20, 0xa1, 0x00,
    // tip, barrel, eraser, invert, barrel 2, in range
    0x09, 0x42, 0x09, 0x44, 0x09, 0x45, 0x09, 0x3c, 0x09, 0x5a, 0x09, 0x32,
    // one bit each, two of padding
    0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x06, 0x81, 0x02, 0x95, 0x02, 0x81, 0x03,
    // centimetres × 10^-3, 16 bits
    0x05, 0x01, 0x65, 0x11, 0x55, 0x0d, 0x35, 0x00, 0x75, 0x10, 0x95, 0x01,
    // x 0…26000
    0x09, 0x30, 0x26, 0x90, 0x65, 0x46, 0x90, 0x65, 0x81, 0x02,
    // y 0…16000
    0x09, 0x31, 0x26, 0x80, 0x3e, 0x46, 0x80, 0x3e, 0x81, 0x02,
    // pressure 0…4095
    0x05, 0x0d, 0x65, 0x00, 0x55, 0x00, 0x45, 0x00, 0x09, 0x30, 0x26, 0xff, 0x0f, 0x81, 0x02,
    // tilt ±90°
    0x65, 0x14, 0x15, 0xa6, 0x25, 0x5a, 0x35, 0xa6, 0x45, 0x5a, 0x75, 0x08, 0x09, 0x3d, 0x81, 0x02, 0x09, 0x3e, 0x81, 0x02,
    // serial
    0x65, 0x00, 0x35, 0x00, 0x45, 0x00, 0x15, 0x00, 0x27, 0xff, 0xff, 0xff, 0x7f, 0x75, 0x20, 0x09, 0x5b, 0x81, 0x02,
    // scan time
    0x27, 0xff, 0xff, 0x00, 0x00, 0x75, 0x10, 0x09, 0x56, 0x81, 0x02,
    0xc0, 0xc0};

static volatile bool opened;

static void send_uhid(int fd, const struct uhid_event *event) {
    if (write(fd, event, sizeof *event) < 0) die("uhid: write");
}

// Answers the driver while another thread sends: a driver may ask from within the sending of a report and wait for the answer.
// A refusal is the honest answer, for nobody recorded the device's features; zeros would be taken for true.
static void *answer_driver(void *argument) {
    int fd = (int)(intptr_t)argument;
    struct uhid_event event;
    while (read(fd, &event, sizeof event) > 0) {
        struct uhid_event reply = {0};
        if (event.type == UHID_OPEN) {
            opened = true;
        } else if (event.type == UHID_GET_REPORT) {
            reply.type = UHID_GET_REPORT_REPLY;
            reply.u.get_report_reply.id = event.u.get_report.id;
            reply.u.get_report_reply.err = EIO;
            send_uhid(fd, &reply);
        } else if (event.type == UHID_SET_REPORT) {
            reply.type = UHID_SET_REPORT_REPLY;
            reply.u.set_report_reply.id = event.u.set_report.id;
            send_uhid(fd, &reply);
        }
    }
    return NULL;
}

static int create_hid(const struct uhid_event *event) {
    int fd = open("/dev/uhid", O_RDWR | O_CLOEXEC);
    if (fd < 0) die("/dev/uhid");
    send_uhid(fd, event);
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer_driver, (void *)(intptr_t)fd)) die("pthread_create");
    fprintf(stderr, "virtual-device: %s\n", (const char *)event->u.create2.name);
    return fd;
}

// Reports that nobody reads go nowhere: waits for a reader first.
static void wait_for_reader(void) {
    for (double limit = now() + 120; !opened && now() < limit;) wait_until(now() + 0.01);
    wait_for_go();
}

static void send_report(int fd, const uint8_t *bytes, size_t size) {
    struct uhid_event event = {.type = UHID_INPUT2};
    event.u.input2.size = (uint16_t)size;
    memcpy(event.u.input2.data, bytes, size);
    send_uhid(fd, &event);
}

enum { tip = 1, eraser_tip = 4, inverted = 8, in_range = 32 };

static void send_pen(int fd, int switches, int x, int y, int pressure, int tilt) {
    const uint64_t scan_time = (uint64_t)(now() * 1e4);
    const uint8_t bytes[] = {
        1, (uint8_t)switches, (uint8_t)x, (uint8_t)(x >> 8), (uint8_t)y, (uint8_t)(y >> 8), (uint8_t)pressure,
        (uint8_t)(pressure >> 8), (uint8_t)tilt, (uint8_t)-tilt, 0xa1, 0x1c, 0x05, 0x00, (uint8_t)scan_time, (uint8_t)(scan_time >> 8)};
    send_report(fd, bytes, sizeof bytes);
}

void play_own_hid(void) {
    struct uhid_event event = {.type = UHID_CREATE2};
    struct uhid_create2_req *request = &event.u.create2;
    snprintf((char *)request->name, sizeof request->name, "Guest HID Pen");
    snprintf((char *)request->phys, sizeof request->phys, "guest-hid/input0");
    request->bus = BUS_I2C;
    request->vendor = 0x056a;
    request->product = 0x51ff;
    request->rd_size = sizeof pen_descriptor;
    memcpy(request->rd_data, pen_descriptor, sizeof pen_descriptor);
    int fd = create_hid(&event);
    wait_for_reader();
    static const int held[] = {in_range, in_range | inverted}, touching[] = {tip, eraser_tip};
    for (int end = 0; end < 2; end++) {
        double start = now();
        send_pen(fd, held[end], 2000, 3000, 0, 10);
        for (int i = 0; i < frames; i++) {
            if (unplug && i == frames / 2) exit(0);
            int x = 2000 + i * 20000 / frames, y = 8000 + (int)(4000 * sin(i * 20.0 / frames));
            send_pen(fd, held[end] | touching[end], x, y, 600 + i % 2 + (int)(3000 * sin(i * M_PI / frames)), i * 40 / frames);
            keep_pace(&start, (i + 1) / rate);
        }
        send_pen(fd, held[end], 22000, 8000, 0, 10);
        send_pen(fd, 0, 0, 0, 0, 0);
        wait_until(now() + 0.05);
    }
    wait_until(now() + seconds_after);
    exit(0);
}

// hid-recorder logs: D interface, R descriptor, N name, I ids, E time, size and bytes
void play_hid_log(const char *path) {
    enum { interfaces = 8 };
    static struct uhid_event made[interfaces];
    int descriptors[interfaces], current = 0, count = 0;
    bool created = false;
    double start = 0;
    FILE *file = fopen(path, "r");
    if (!file) die(path);
    for (int i = 0; i < interfaces; i++) descriptors[i] = -1;
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, file) > 0) {
        if (line[0] == '\0' || line[1] != ':') continue;
        char *rest = line + 2;
        struct uhid_create2_req *request = &made[current].u.create2;
        if (line[0] == 'D') {
            current = (int)strtol(rest, NULL, 10);
            if (current < 0 || current >= interfaces) current = interfaces - 1;
        } else if (line[0] == 'R') {
            long size = strtol(rest, &rest, 10);
            for (long i = 0; i < size && i < HID_MAX_DESCRIPTOR_SIZE; i++) request->rd_data[i] = (uint8_t)strtoul(rest, &rest, 16);
            request->rd_size = (uint16_t)size;
            made[current].type = UHID_CREATE2;
        } else if (line[0] == 'N') {
            sscanf(rest, " %127[^\n]", (char *)request->name);
        } else if (line[0] == 'I') {
            unsigned bus, vendor, product;
            if (sscanf(rest, "%x %x %x", &bus, &vendor, &product) != 3) continue;
            request->bus = (uint16_t)bus;
            request->vendor = vendor;
            request->product = product;
            snprintf((char *)request->phys, sizeof request->phys, "guest-hid/input%d", current);
        } else if (line[0] == 'E') {
            if (!created) {
                for (int i = 0; i < interfaces; i++)
                    if (made[i].type == UHID_CREATE2) descriptors[i] = create_hid(&made[i]);
                created = true;
                wait_for_reader();
                start = now();
            }
            double time = strtod(rest, &rest);
            long size = strtol(rest, &rest, 10);
            uint8_t bytes[UHID_DATA_MAX];
            if (size < 0 || size > (long)sizeof bytes || descriptors[current] < 0) continue;
            for (long i = 0; i < size; i++) bytes[i] = (uint8_t)strtoul(rest, &rest, 16);
            keep_pace(&start, time / speed);
            send_report(descriptors[current], bytes, (size_t)size);
            count++;
        }
    }
    fprintf(stderr, "virtual-device: sent %d reports\n", count);
    wait_until(now() + seconds_after);
    exit(0);
}
