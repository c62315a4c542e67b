// Makes pen and touch devices in a kernel that has /dev/uinput and /dev/uhid, and plays on them.
//
//   virtual-device [options] pen            a pen display; pen strokes, then the same with the eraser
//   virtual-device [options] touch          a touchscreen; two fingers
//   virtual-device [options] plugs          the pen and the touchscreen, plugged in and pulled out -c times, -r times a second
//   virtual-device [options] pad            a pad of the pen's tablet; its first key is pressed, then its second
//   virtual-device [options] keyboard       a keyboard; nobody types on it
//   virtual-device [options] replay FILE    the device of an evemu recording, and what was recorded
//   virtual-device [options] hid [FILE]     a HID device that the kernel's own driver binds; a hid-recorder log, or else a pen
//                                           of Wacom's vendor number with a generic descriptor
//   virtual-device [options] script FILE    a pen that does as the lines of FILE say (script.c): in X Y, move X Y MS, down PRESSURE, rest MS, up,
//                                           button 0|1, tool pen|eraser, out, rate HERTZ, wait MS, go FILE, say TEXT; lengths in millimeters
//   virtual-device [options] delay          a pen that hovers; how late each frame comes to the node that the file of -g names, in microseconds
//   -g FILE     play once FILE exists      -p SECONDS  wait before playing (0.5)   -h SECONDS  stay afterwards (0.5)
//   -s FACTOR   play recordings faster     -r HERTZ    frames a second (200)       -n COUNT    frames of a stroke (200)
//   -c COUNT    a pen or a pad plays so many times, each time once FILE exists, and takes it away; plugs, see above (1)
//   -m NAME     the pen's name (Guest Pen)
//   -P PATH     the pen's physical path (none)
//   -u          unplug in the middle of the first stroke
//   -e          no eraser
//   -q          the pen goes away without telling
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "device.h"

const char *go_file, *pen_name = "Guest Pen", *pen_path = "";
double seconds_before = 0.5, seconds_after = 0.5, speed = 1, rate = 200;
int frames = 200, times = 1;
bool unplug, without_eraser, silent;

void die(const char *what) {
    perror(what);
    exit(1);
}

double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void wait_until(double moment) {
    double left = moment - now();
    if (left <= 0) return;
    struct timespec t = {(time_t)left, (long)((left - floor(left)) * 1e9)};
    nanosleep(&t, NULL);
}

void keep_pace(double *start, double seconds) {
    double late = now() - *start - seconds;
    // a host that does something else for a while
    if (late > 0.02) *start += late;
    wait_until(*start + seconds);
}

void wait_for_go(void) {
    wait_until(now() + seconds_before);
    double limit = now() + 240;
    while (go_file && access(go_file, F_OK) != 0 && now() < limit) wait_until(now() + 0.01);
}

int main(int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "g:m:P:p:h:s:r:n:c:ueq")) != -1) {
        switch (option) {
        case 'g': go_file = optarg; break;
        case 'm': pen_name = optarg; break;
        case 'P': pen_path = optarg; break;
        case 'p': seconds_before = atof(optarg); break;
        case 'h': seconds_after = atof(optarg); break;
        case 's': speed = atof(optarg); break;
        case 'r': rate = atof(optarg); break;
        case 'n': frames = atoi(optarg); break;
        case 'c': times = atoi(optarg); break;
        case 'u': unplug = true; break;
        case 'e': without_eraser = true; break;
        case 'q': silent = true; break;
        default: return 2;
        }
    }
    const char *kind = optind < argc ? argv[optind] : "", *path = optind + 1 < argc ? argv[optind + 1] : NULL;
    if (frames < 1 || times < 1 || rate <= 0 || speed <= 0) {
        fprintf(stderr, "virtual-device: -n, -c, -r and -s want numbers above zero\n");
        return 2;
    }
    if (!strcmp(kind, "pen")) play_pen();
    else if (!strcmp(kind, "touch")) play_touch();
    else if (!strcmp(kind, "plugs")) play_plugs();
    else if (!strcmp(kind, "pad")) play_pad();
    else if (!strcmp(kind, "keyboard")) play_keyboard();
    else if (!strcmp(kind, "script") && path) play_script(path);
    else if (!strcmp(kind, "delay")) play_delay();
    else if (!strcmp(kind, "replay") && path) play_recording(path);
    else if (!strcmp(kind, "hid") && path) play_hid_log(path);
    else if (!strcmp(kind, "hid")) play_own_hid();
    else {
        fprintf(stderr, "usage: virtual-device [-g FILE] [-p S] [-h S] [-s FACTOR] [-r HZ] [-n COUNT] [-c COUNT] [-m NAME] [-P PATH] [-u] [-e] [-q] "
                        "pen|touch|plugs|pad|keyboard|script FILE|delay|replay FILE|hid [FILE]\n");
        return 2;
    }
    return 0;
}
