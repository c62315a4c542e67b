// Devices made through uinput.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "device.h"

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

void emit(int fd, int type, int code, int value) {
    struct input_event event = {.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
    if (write(fd, &event, sizeof event) != sizeof event) die("uinput: write");
}

void report(int fd) { emit(fd, EV_SYN, SYN_REPORT, 0); }

int make_pen(void) {
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
    if (*pen_path && ioctl(fd, UI_SET_PHYS, pen_path)) die("UI_SET_PHYS");
    create(fd, (struct input_id){BUS_USB, 0x056a, 0x0333, 1}, pen_name);
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
        keep_pace(&start, (i + 1) / rate);
    }
    emit(fd, EV_KEY, BTN_TOUCH, 0);
    emit(fd, EV_ABS, ABS_PRESSURE, 0);
    emit(fd, EV_ABS, ABS_DISTANCE, 25);
    report(fd);
    if (silent) return;
    emit(fd, EV_KEY, tool, 0);
    static const int zeroed[] = {ABS_X, ABS_Y, ABS_DISTANCE, ABS_TILT_X, ABS_TILT_Y, ABS_MISC};
    for (size_t i = 0; i < sizeof zeroed / sizeof *zeroed; i++) emit(fd, EV_ABS, zeroed[i], 0);
    report(fd);
}

void play_pen(void) {
    int fd = make_pen();
    for (int time = 0; time < times; time++) {
        wait_for_go();
        play_stroke(fd, BTN_TOOL_PEN);
        if (!without_eraser) play_stroke(fd, BTN_TOOL_RUBBER);
        if (go_file && times > 1) unlink(go_file);
    }
    wait_until(now() + seconds_after);
}

// The keys of the pen's tablet, with what Wacom's have besides: places of one unit, and BTN_STYLUS, by which udev knows a pad.
void play_pad(void) {
    static const int keys[] = {BTN_0, BTN_1, BTN_2, BTN_3, BTN_STYLUS};
    int fd = open_uinput();
    set(fd, UI_SET_EVBIT, EV_KEY);
    set(fd, UI_SET_EVBIT, EV_ABS);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) set(fd, UI_SET_KEYBIT, keys[i]);
    axis(fd, ABS_X, 0, 1, 0);
    axis(fd, ABS_Y, 0, 1, 0);
    axis(fd, ABS_MISC, 0, 0, 0);
    create(fd, (struct input_id){BUS_USB, 0x056a, 0x0333, 1}, "Guest Pad");
    for (int time = 0; time < times; time++) {
        wait_for_go();
        for (int key = BTN_0; key <= BTN_1; key++) {
            for (int down = 1; down >= 0; down--) {
                emit(fd, EV_KEY, key, down);
                emit(fd, EV_ABS, ABS_MISC, down ? 15 : 0);
                report(fd);
                wait_until(now() + 0.05);
            }
            // after the first has done its work
            wait_until(now() + 0.5);
        }
        if (go_file && times > 1) unlink(go_file);
    }
    wait_until(now() + seconds_after);
}

void play_keyboard(void) {
    int fd = open_uinput();
    set(fd, UI_SET_EVBIT, EV_KEY);
    for (int key = KEY_ESC; key <= KEY_KPDOT; key++) set(fd, UI_SET_KEYBIT, key);
    create(fd, (struct input_id){BUS_USB, 0x1234, 0x5678, 1}, "Guest Keyboard");
    wait_for_go();
    wait_until(now() + seconds_after);
}

static int make_touch(void) {
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
    return fd;
}

// A pen and a touchscreen are plugged in and pulled out again, time after time.
void play_plugs(void) {
    wait_for_go();
    double start = now();
    for (int time = 0; time < times; time++) {
        int pen = make_pen(), touch = make_touch();
        keep_pace(&start, (time + 0.5) / rate);
        close(pen);
        close(touch);
        keep_pace(&start, (time + 1) / rate);
    }
}

void play_touch(void) {
    int fd = make_touch();
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
        keep_pace(&start, (i + 1) / rate);
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

void play_recording(const char *path) {
    static const unsigned long requests[EV_CNT] = {
        [EV_KEY] = UI_SET_KEYBIT, [EV_REL] = UI_SET_RELBIT, [EV_ABS] = UI_SET_ABSBIT, [EV_MSC] = UI_SET_MSCBIT,
        [EV_SW] = UI_SET_SWBIT};
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
            int read = sscanf(
                rest, "%hx %d %d %d %d %d", &setup.code, &info->minimum, &info->maximum, &info->fuzz, &info->flat,
                &info->resolution);
            if (read >= 3 && ioctl(fd, UI_ABS_SETUP, &setup)) die("UI_ABS_SETUP");
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
            keep_pace(&start, (time - first) / speed);
            emit(fd, (int)type, (int)code, value);
            count++;
        }
    }
    fprintf(stderr, "virtual-device: played %d events\n", count);
    wait_until(now() + seconds_after);
}
