#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>

/// The receiver of libevdev's log messages. It must outlive the device.
struct inkd_libevdev_log {
    void (*sink)(void *context, const char *message);
    void *context;
};

// A handler takes a va_list, which Swift can neither receive nor format portably.
static inline void inkd_libevdev_write_log(
    const struct libevdev *device, enum libevdev_log_priority priority, void *data, const char *file, int line,
    const char *function, const char *format, va_list arguments) {
    (void)device, (void)priority, (void)file, (void)line, (void)function;
    const struct inkd_libevdev_log *log = data;
    // libevdev_set_fd forgets the data and keeps the function: until both are set again there is no one to tell
    if (!log || !log->sink)
        return;
    char message[256];
    vsnprintf(message, sizeof message, format, arguments);
    log->sink(log->context, message);
}

/// Sends the device's messages to `log`. Without it libevdev writes them to the standard error. To be called again after libevdev_set_fd, which
/// resets all of the device but the function and the priority.
static inline void inkd_libevdev_set_log(struct libevdev *device, struct inkd_libevdev_log *log) {
    libevdev_set_device_log_function(device, inkd_libevdev_write_log, LIBEVDEV_LOG_ERROR, log);
}

// The time fields of struct input_event are macros that differ between 32 and 64 bits; macros of this kind do not import.
/// The event's time in microseconds of the clock the device was set to.
static inline int64_t inkd_input_event_microseconds(const struct input_event *event) {
    return (int64_t)((uint64_t)event->input_event_sec * 1000000u + (uint64_t)event->input_event_usec);
}

// EVIOCSMASK takes a structure with the address of the bits as a number, which Swift would have to make by hand.
/// Has the kernel hand over no key but those of these bits to this descriptor; negative with errno on failure. Kernels from 4.4 on.
static inline int inkd_input_mask_keys(int descriptor, const uint8_t *bits, size_t size) {
    const struct input_mask mask = {.type = EV_KEY, .codes_size = (__u32)size, .codes_ptr = (__u64)(uintptr_t)bits};
    return ioctl(descriptor, EVIOCSMASK, &mask);
}

// EVIOCGKEY is a macro with an argument, which does not import.
/// Sets the physical path of a device that uinput is about to make; negative with errno on failure.
static inline int inkd_uinput_set_phys(int descriptor, const char *phys) { return ioctl(descriptor, UI_SET_PHYS, phys); }

/// The keys that the kernel counts as pressed now, one bit a key; negative with errno on failure.
static inline int inkd_input_keys(int descriptor, uint8_t *bits, size_t size) { return ioctl(descriptor, EVIOCGKEY(size), bits); }
