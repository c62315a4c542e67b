// The C code that Swift takes in from headers, under the sanitizers: the JPEG decoder's error handling, and events of devices.
#include "../../Sources/CLibevdev/shim.h"
#include "../../Sources/CLibjpeg/shim.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

enum { width = 19, height = 11, stride = 4 * width };

// A JPEG of noise. The caller frees it.
static unsigned char *picture(unsigned long *size, boolean progressive) {
    unsigned char *bytes = NULL, row[3 * width];
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    jpeg_mem_dest(&codec, &bytes, size);
    codec.image_width = width;
    codec.image_height = height;
    codec.input_components = 3;
    codec.in_color_space = JCS_RGB;
    jpeg_set_defaults(&codec);
    if (progressive) jpeg_simple_progression(&codec);
    jpeg_start_compress(&codec, TRUE);
    while (codec.next_scanline < height) {
        for (size_t i = 0; i < sizeof row; i++) row[i] = (unsigned char)(i * 7 + codec.next_scanline * 31);
        JSAMPROW rows = row;
        jpeg_write_scanlines(&codec, &rows, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    return bytes;
}

// Decodes exactly so many bytes into rows of exactly the size they need.
static int decode(const unsigned char *bytes, size_t count, int across, int down) {
    uint8_t *file = malloc(count), *rows = malloc((size_t)stride * height);
    if (file == NULL || rows == NULL) exit(2);
    memcpy(file, bytes, count);
    const int decoded = inkd_jpeg_decode(file, count, across, down, rows, stride);
    free(file), free(rows);
    return decoded;
}

static int pictures(void) {
    int failures = 0;
    for (int progressive = 0; progressive < 2; progressive++) {
        unsigned long size = 0;
        unsigned char *bytes = picture(&size, progressive);
        failures += decode(bytes, size, width, height) != 1;
        // a file that says another size than was expected is not written beside the rows
        failures += decode(bytes, size, width - 1, height) != 0;
        for (unsigned long count = 0; count < size; count += 3) decode(bytes, count, width, height);
        for (unsigned long place = 0; place < size; place++)
            for (int bit = 0; bit < 8; bit += 3) {
                bytes[place] ^= (unsigned char)(1 << bit);
                decode(bytes, size, width, height);
                bytes[place] ^= (unsigned char)(1 << bit);
            }
        free(bytes);
    }
    return failures;
}

static char said[256];
static void keep(void *context, const char *message) { *(size_t *)context = strlen(strcpy(said, message)); }

static void report(struct libevdev *device, void *data, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    inkd_libevdev_write_log(device, LIBEVDEV_LOG_ERROR, data, "", 0, "", format, arguments);
    va_end(arguments);
}

static int events(void) {
    int failures = 0;
    const long seconds[] = {0, 1, -1, LONG_MAX, LONG_MIN};
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++) {
        struct input_event event = {.input_event_sec = seconds[i], .input_event_usec = LONG_MAX};
        volatile int64_t time = inkd_input_event_microseconds(&event);
        (void)time;
    }
    struct input_event event = {.input_event_sec = 2, .input_event_usec = 3};
    failures += inkd_input_event_microseconds(&event) != 2000003;
    uint8_t bits[KEY_MAX / 8 + 1];
    errno = 0;
    failures += inkd_input_keys(-1, bits, sizeof bits) >= 0 || errno != EBADF;
    size_t length = 0;
    struct inkd_libevdev_log log = {keep, &length};
    // longer than the message may be
    report(NULL, &log, "%0500d", 7);
    return failures + (length != 255);
}

int main(void) {
    const int bad[] = {pictures(), events()};
    printf(bad[0] == 0 ? "ok damaged JPEGs\n" : "not ok damaged JPEGs: %d\n", bad[0]);
    printf(bad[1] == 0 ? "ok events of devices\n" : "not ok events of devices: %d\n", bad[1]);
    return bad[0] + bad[1] > 0;
}
