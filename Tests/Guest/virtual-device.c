// Makes pen and touch devices in a kernel that has /dev/uinput and /dev/uhid, and plays on them.
//
//   virtual-device [options] pen            a pen display; pen strokes, then the same with the eraser
//   virtual-device [options] touch          a touchscreen; two fingers
//   virtual-device [options] replay FILE    the device of an evemu recording, and what was recorded
//   virtual-device [options] hid [FILE]     a HID device that the kernel's own driver binds; a hid-recorder log, or else a pen
//                                           of Wacom's vendor number with a generic descriptor
//   -g FILE     play once FILE exists      -p SECONDS  wait before playing (0.5)   -h SECONDS  stay afterwards (0.5)
//   -s FACTOR   play recordings faster     -r HERTZ    frames a second (200)       -n COUNT    frames of a stroke (200)
//   -u          unplug in the middle of the first stroke
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <linux/uinput.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const char *go_file;
static double seconds_before = 0.5, seconds_after = 0.5, speed = 1, rate = 200;
static int frames = 200;
static bool unplug;

static void die(const char *what) {
    perror(what);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void wait_until(double moment) {
    double left = moment - now();
    if (left <= 0) return;
    struct timespec t = {(time_t)left, (long)((left - floor(left)) * 1e9)};
    nanosleep(&t, NULL);
}

static void wait_for_go(void) {
    wait_until(now() + seconds_before);
    double limit = now() + 30;
    while (go_file && access(go_file, F_OK) != 0 && now() < limit) wait_until(now() + 0.01);
}

// --- uinput

static int open_uinput(void) {
    int fd = open("/dev/uinput", O_RDWR | O_CLOEXEC);
    if (fd < 0) die("/dev/uinput");
    return fd;
}

static void set(int fd, unsigned long request, int value) {
    if (ioctl(fd, request, value)) die("uinput: a bit was refused");
}

static void axis(int fd, int code, int minimum, int maximum, int resolution) {
    struct uinput_abs_setup setup = {
        .code = (uint16_t)code, .absinfo = {.minimum = minimum, .maximum = maximum, .resolution = resolution}};
    if (ioctl(fd, UI_ABS_SETUP, &setup)) die("UI_ABS_SETUP");
}

static void create(int fd, struct input_id id, const char *name) {
    struct uinput_setup setup = {.id = id};
    snprintf(setup.name, sizeof setup.name, "%s", name);
    if (ioctl(fd, UI_DEV_SETUP, &setup) || ioctl(fd, UI_DEV_CREATE)) die("UI_DEV_CREATE");
    fprintf(stderr, "virtual-device: %s\n", name);
}

static void emit(int fd, int type, int code, int value) {
    struct input_event event = {.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
    if (write(fd, &event, sizeof event) != sizeof event) die("uinput: write");
}

static void report(int fd) { emit(fd, EV_SYN, SYN_REPORT, 0); }

static int make_pen(void) {
    static const int keys[] = {BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOUCH, BTN_STYLUS, BTN_STYLUS2};
    int fd = open_uinput();
    set(fd, UI_SET_EVBIT, EV_KEY);
    set(fd, UI_SET_EVBIT, EV_ABS);
    set(fd, UI_SET_EVBIT, EV_MSC);
    set(fd, UI_SET_MSCBIT, MSC_SERIAL);
    set(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) set(fd, UI_SET_KEYBIT, keys[i]);
    axis(fd, ABS_X, 0, 59552, 200);
    axis(fd, ABS_Y, 0, 33848, 200);
    axis(fd, ABS_PRESSURE, 0, 8191, 0);
    axis(fd, ABS_DISTANCE, 0, 63, 0);
    axis(fd, ABS_TILT_X, -64, 63, 57);
    axis(fd, ABS_TILT_Y, -64, 63, 57);
    axis(fd, ABS_MISC, 0, 0, 0);
    create(fd, (struct input_id){BUS_USB, 0x056a, 0x0333, 1}, "Guest Pen");
    return fd;
}

static void play_stroke(int fd, int tool) {
    emit(fd, EV_KEY, tool, 1);
    emit(fd, EV_ABS, ABS_MISC, tool == BTN_TOOL_RUBBER ? 0x80a : 0x802);
    emit(fd, EV_MSC, MSC_SERIAL, 0x51ca1);
    emit(fd, EV_ABS, ABS_DISTANCE, 25);
    emit(fd, EV_ABS, ABS_X, 4000);
    emit(fd, EV_ABS, ABS_Y, 9000);
    report(fd);
    double start = now();
    for (int i = 0; i < frames; i++) {
        if (unplug && i == frames / 2) {
            close(fd);
            exit(0);
        }
        double along = (double)i / frames;
        if (i == 0) {
            emit(fd, EV_ABS, ABS_DISTANCE, 0);
            emit(fd, EV_KEY, BTN_TOUCH, 1);
        }
        emit(fd, EV_ABS, ABS_X, 5000 + i * 40000 / frames);
        emit(fd, EV_ABS, ABS_Y, 16000 + (int)(7000 * sin(along * 20)));
        emit(fd, EV_ABS, ABS_PRESSURE, 900 + i % 2 + (int)(5000 * sin(along * M_PI)));
        emit(fd, EV_ABS, ABS_TILT_X, (int)(40 * cos(along * 4)));
        emit(fd, EV_ABS, ABS_TILT_Y, (int)(30 * sin(along * 4)));
        report(fd);
        wait_until(start + (i + 1) / rate);
    }
    emit(fd, EV_KEY, BTN_TOUCH, 0);
    emit(fd, EV_ABS, ABS_PRESSURE, 0);
    emit(fd, EV_ABS, ABS_DISTANCE, 25);
    report(fd);
    emit(fd, EV_KEY, tool, 0);
    static const int zeroed[] = {ABS_X, ABS_Y, ABS_DISTANCE, ABS_TILT_X, ABS_TILT_Y, ABS_MISC};
    for (size_t i = 0; i < sizeof zeroed / sizeof *zeroed; i++) emit(fd, EV_ABS, zeroed[i], 0);
    report(fd);
}

static void play_pen(void) {
    int fd = make_pen();
    wait_for_go();
    play_stroke(fd, BTN_TOOL_PEN);
    play_stroke(fd, BTN_TOOL_RUBBER);
    wait_until(now() + seconds_after);
}

static void play_touch(void) {
    int fd = open_uinput();
    set(fd, UI_SET_EVBIT, EV_KEY);
    set(fd, UI_SET_EVBIT, EV_ABS);
    set(fd, UI_SET_KEYBIT, BTN_TOUCH);
    set(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    axis(fd, ABS_X, 0, 5952, 20);
    axis(fd, ABS_Y, 0, 3384, 20);
    axis(fd, ABS_MT_SLOT, 0, 4, 0);
    axis(fd, ABS_MT_TRACKING_ID, 0, 65535, 0);
    axis(fd, ABS_MT_POSITION_X, 0, 5952, 20);
    axis(fd, ABS_MT_POSITION_Y, 0, 3384, 20);
    create(fd, (struct input_id){BUS_USB, 0x056a, 0x0335, 1}, "Guest Finger");
    wait_for_go();
    double start = now();
    for (int i = 0; i <= frames; i++) {
        for (int finger = 0; finger < 2; finger++) {
            emit(fd, EV_ABS, ABS_MT_SLOT, finger);
            if (i == 0) emit(fd, EV_ABS, ABS_MT_TRACKING_ID, 40 + finger);
            if (i == frames) {
                emit(fd, EV_ABS, ABS_MT_TRACKING_ID, -1);
            } else {
                emit(fd, EV_ABS, ABS_MT_POSITION_X, 1000 + 2000 * finger + i * 1500 / frames);
                emit(fd, EV_ABS, ABS_MT_POSITION_Y, 900 + i * 1500 / frames);
            }
        }
        if (i == 0 || i == frames) emit(fd, EV_KEY, BTN_TOUCH, i == 0);
        report(fd);
        wait_until(start + (i + 1) / rate);
    }
    wait_until(now() + seconds_after);
}

// --- evemu recordings: N name, I ids, P property bits, B event bits, A axes, E events

// A line of a bit list; the k-th byte of a list holds codes 8k to 8k+7. True if it named any.
static bool set_bits(int fd, unsigned long request, int *first, char *text) {
    bool any = false;
    for (char *word = strtok(text, " \t\n"); word; word = strtok(NULL, " \t\n"), *first += 8) {
        unsigned long byte = strtoul(word, NULL, 16);
        for (int bit = 0; bit < 8; bit++)
            if (byte >> bit & 1) {
                set(fd, request, *first + bit);
                any = true;
            }
    }
    return any;
}

static void play_recording(const char *path) {
    static const unsigned long requests[EV_CNT] = {
        [EV_KEY] = UI_SET_KEYBIT, [EV_REL] = UI_SET_RELBIT, [EV_ABS] = UI_SET_ABSBIT, [EV_MSC] = UI_SET_MSCBIT, [EV_SW] = UI_SET_SWBIT};
    FILE *file = fopen(path, "r");
    if (!file) die(path);
    int fd = open_uinput(), next_property = 0, next_code[EV_CNT] = {0}, count = 0;
    struct input_id id = {0};
    char name[UINPUT_MAX_NAME_SIZE] = "Recorded device";
    bool created = false, described = false;
    double first = 0, start = 0;
    char *line = NULL;
    size_t capacity = 0;
    while (getline(&line, &capacity, file) > 0) {
        if (line[0] == '\0' || line[1] != ':') continue;
        char *rest = line + 2;
        if (line[0] == 'N') {
            sscanf(rest, " %79[^\n]", name);
        } else if (line[0] == 'I') {
            sscanf(rest, "%hx %hx %hx %hx", &id.bustype, &id.vendor, &id.product, &id.version);
        } else if (line[0] == 'P') {
            set_bits(fd, UI_SET_PROPBIT, &next_property, rest);
        } else if (line[0] == 'B') {
            unsigned long type = strtoul(rest, &rest, 16);
            if (type >= EV_CNT || !requests[type]) continue;
            if (set_bits(fd, requests[type], &next_code[type], rest)) set(fd, UI_SET_EVBIT, (int)type);
            described = true;
        } else if (line[0] == 'A') {
            struct uinput_abs_setup setup = {0};
            struct input_absinfo *info = &setup.absinfo;
            if (sscanf(rest, "%hx %d %d %d %d %d", &setup.code, &info->minimum, &info->maximum, &info->fuzz, &info->flat, &info->resolution) >= 3
                && ioctl(fd, UI_ABS_SETUP, &setup))
                die("UI_ABS_SETUP");
        } else if (line[0] == 'E') {
            double time;
            unsigned type, code;
            int value;
            if (sscanf(rest, "%lf %x %x %d", &time, &type, &code, &value) != 4) continue;
            if (!created) {
                // Some recordings are events only.
                if (described) create(fd, id, name);
                else fd = make_pen();
                created = true;
                wait_for_go();
                first = time;
                start = now();
            }
            wait_until(start + (time - first) / speed);
            emit(fd, (int)type, (int)code, value);
            count++;
        }
    }
    fprintf(stderr, "virtual-device: played %d events\n", count);
    wait_until(now() + seconds_after);
}

// --- uhid

// A pen as HID's digitizer page describes it: switches, position in 10 µm, pressure, tilt in degrees, the pen's serial number.
static const uint8_t pen_descriptor[] = {
    0x05, 0x0d, 0x09, 0x02, 0xa1, 0x01, 0x85, 0x01, 0x09, 0x20, 0xa1, 0x00,              // pen, report 1, stylus
    0x09, 0x42, 0x09, 0x44, 0x09, 0x45, 0x09, 0x3c, 0x09, 0x5a, 0x09, 0x32,              // tip, barrel, eraser, invert, barrel 2, in range
    0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x06, 0x81, 0x02, 0x95, 0x02, 0x81, 0x03,  // one bit each, two of padding
    0x05, 0x01, 0x65, 0x11, 0x55, 0x0d, 0x35, 0x00, 0x75, 0x10, 0x95, 0x01,              // centimetres × 10^-3, 16 bits
    0x09, 0x30, 0x26, 0x90, 0x65, 0x46, 0x90, 0x65, 0x81, 0x02,                          // x 0…26000
    0x09, 0x31, 0x26, 0x80, 0x3e, 0x46, 0x80, 0x3e, 0x81, 0x02,                          // y 0…16000
    0x05, 0x0d, 0x65, 0x00, 0x55, 0x00, 0x45, 0x00, 0x09, 0x30, 0x26, 0xff, 0x0f, 0x81, 0x02,  // pressure 0…4095
    0x65, 0x14, 0x15, 0xa6, 0x25, 0x5a, 0x35, 0xa6, 0x45, 0x5a, 0x75, 0x08, 0x09, 0x3d, 0x81, 0x02, 0x09, 0x3e, 0x81, 0x02,  // tilt ±90°
    0x65, 0x00, 0x35, 0x00, 0x45, 0x00, 0x15, 0x00, 0x27, 0xff, 0xff, 0xff, 0x7f, 0x75, 0x20, 0x09, 0x5b, 0x81, 0x02,  // serial
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
    for (double limit = now() + 30; !opened && now() < limit;) wait_until(now() + 0.01);
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
    const uint8_t bytes[] = {
        1, (uint8_t)switches, (uint8_t)x, (uint8_t)(x >> 8), (uint8_t)y, (uint8_t)(y >> 8), (uint8_t)pressure,
        (uint8_t)(pressure >> 8), (uint8_t)tilt, (uint8_t)-tilt, 0xa1, 0x1c, 0x05, 0x00};
    send_report(fd, bytes, sizeof bytes);
}

static void play_own_hid(void) {
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
            wait_until(start + (i + 1) / rate);
        }
        send_pen(fd, held[end], 22000, 8000, 0, 10);
        send_pen(fd, 0, 0, 0, 0, 0);
        wait_until(now() + 0.05);
    }
    wait_until(now() + seconds_after);
    exit(0);
}

// hid-recorder logs: D interface, R descriptor, N name, I ids, E time, size and bytes
static void play_hid_log(const char *path) {
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
            wait_until(start + time / speed);
            send_report(descriptors[current], bytes, (size_t)size);
            count++;
        }
    }
    fprintf(stderr, "virtual-device: sent %d reports\n", count);
    wait_until(now() + seconds_after);
    exit(0);
}

int main(int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "g:p:h:s:r:n:u")) != -1) {
        switch (option) {
        case 'g': go_file = optarg; break;
        case 'p': seconds_before = atof(optarg); break;
        case 'h': seconds_after = atof(optarg); break;
        case 's': speed = atof(optarg); break;
        case 'r': rate = atof(optarg); break;
        case 'n': frames = atoi(optarg); break;
        case 'u': unplug = true; break;
        default: return 2;
        }
    }
    const char *kind = optind < argc ? argv[optind] : "", *path = optind + 1 < argc ? argv[optind + 1] : NULL;
    if (frames < 1 || rate <= 0 || speed <= 0) {
        fprintf(stderr, "virtual-device: -n, -r and -s want numbers above zero\n");
        return 2;
    }
    if (!strcmp(kind, "pen")) play_pen();
    else if (!strcmp(kind, "touch")) play_touch();
    else if (!strcmp(kind, "replay") && path) play_recording(path);
    else if (!strcmp(kind, "hid") && path) play_hid_log(path);
    else if (!strcmp(kind, "hid")) play_own_hid();
    else {
        fprintf(stderr, "usage: virtual-device [-g FILE] [-p S] [-h S] [-s FACTOR] [-r HZ] [-n COUNT] [-u] pen|touch|replay FILE|hid [FILE]\n");
        return 2;
    }
    return 0;
}
