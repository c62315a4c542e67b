#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

struct inkd_jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf jump;
};

// libjpeg expects that this does not return, which Swift cannot do.
static inline void inkd_jpeg_fail(j_common_ptr codec) {
    struct inkd_jpeg_errors *errors = (struct inkd_jpeg_errors *)codec->err;
    longjmp(errors->jump, 1);
}

static inline void inkd_jpeg_say_nothing(j_common_ptr codec, int level) {
    (void)codec, (void)level;
}

/// Decodes a JPEG into rows of `stride` bytes, four to a pixel in the order of CAIRO_FORMAT_RGB24. Returns 1, or 0 if the file is damaged
/// or of another size.
static inline int inkd_jpeg_decode(const uint8_t *bytes, size_t count, int width, int height, uint8_t *rows, size_t stride) {
    struct jpeg_decompress_struct codec;
    struct inkd_jpeg_errors errors;
    codec.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = inkd_jpeg_fail;
    errors.manager.emit_message = inkd_jpeg_say_nothing;
    if (setjmp(errors.jump)) {
        jpeg_destroy_decompress(&codec);
        return 0;
    }
    jpeg_create_decompress(&codec);
    jpeg_mem_src(&codec, bytes, count);
    jpeg_read_header(&codec, TRUE);
    codec.out_color_space = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? JCS_EXT_BGRX : JCS_EXT_XRGB;
    jpeg_start_decompress(&codec);
    int fits = codec.output_width == (JDIMENSION)width && codec.output_height == (JDIMENSION)height;
    while (fits && codec.output_scanline < codec.output_height) {
        JSAMPROW row = rows + (size_t)codec.output_scanline * stride;
        jpeg_read_scanlines(&codec, &row, 1);
    }
    jpeg_destroy_decompress(&codec);
    return fits;
}
