// Declarations that the parts of virtual-device share.
#pragma once
#include <stdbool.h>

/// The options; see main.c.
extern const char *go_file, *pen_name, *pen_path;
extern double seconds_before, seconds_after, speed, rate;
extern int frames, times;
extern bool unplug, without_eraser, silent;

/// Reports the failed operation with errno, and ends the program.
void die(const char *what);
/// Seconds on the monotonic clock.
double now(void);
/// Sleeps until the monotonic clock shows this.
void wait_until(double moment);
/// Sleeps until so many seconds after a start. What comes late moves the start: frames that are overdue would all come at once, and a reader lose some.
void keep_pace(double *start, double seconds);
/// Waits as the options -p and -g say.
void wait_for_go(void);

/// Makes the pen; returns its descriptor of uinput.
int make_pen(void);
/// Writes an event of a device.
void emit(int fd, int type, int code, int value);
/// Ends a frame of a device.
void report(int fd);

void play_pen(void);
void play_touch(void);
void play_plugs(void);
void play_script(const char *path);
void play_delay(void);
void play_pad(void);
void play_keyboard(void);
void play_recording(const char *path);
void play_own_hid(void);
void play_hid_log(const char *path);
