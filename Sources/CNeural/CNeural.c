#include "CNeural.h"

#include <math.h>
#include <stdint.h>

// The functions of one instruction set level: see CNeural.h.
struct kernels {
    void (*affine)(const float *x, size_t x_stride, size_t rows, size_t inner, const float *w, const float *bias, size_t columns, bool rectify,
                   float *y, size_t y_stride);
    void (*lstm)(const float *gates, size_t steps, size_t hidden, const float *w, bool backwards, float *y, size_t y_stride, float *scratch);
    void (*affine_int8)(const float *x, size_t x_stride, size_t rows, size_t inner, const int8_t *w, const float *scale, const int32_t *sums,
                        const float *bias, size_t columns, bool rectify, float *y, size_t y_stride, uint8_t *scratch);
    void (*lstm_int8)(const float *gates, size_t steps, size_t hidden, const int8_t *w, const float *scale, const int32_t *sums, bool backwards,
                      float *y, size_t y_stride, float *scratch, uint8_t *bytes);
    void (*log_softmax)(float *x, size_t stride, size_t rows, size_t columns);
    void (*accumulate)(const float *a, size_t a_row, size_t a_column, size_t rows, size_t inner, const float *b, size_t columns, float *c);
    void (*dot)(const float *w, size_t rows, size_t columns, const float *x, float *y);
};

#if defined(__x86_64__)
#include <immintrin.h>

// 16-bit numbers hold the signed bytes of odd and of even places; two products are added at a time, in 32 bits.
static inline __m128i odd(__m128i x) { return _mm_srai_epi16(x, 8); }
static inline __m128i even(__m128i x) { return _mm_srai_epi16(_mm_slli_epi16(x, 8), 8); }
static inline __m128i dot_sse2(__m128i sum, __m128i w, __m128i a) {
    return _mm_add_epi32(sum, _mm_add_epi32(_mm_madd_epi16(odd(w), odd(a)), _mm_madd_epi16(even(w), even(a))));
}
#define CNEURAL_DOT(sum, w, a) (ivec) dot_sse2((__m128i)(sum), _mm_loadu_si128((const void *)(w)), (__m128i)(a))
#else
typedef int32_t lanes __attribute__((ext_vector_type(4), aligned(4)));

static inline lanes dot_portable(lanes sum, const int8_t *w, int32_t a) {
    for (int lane = 0; lane < 4; lane++)
        for (int k = 0; k < 4; k++) sum[lane] += w[4 * lane + k] * (int8_t)(a >> 8 * k);
    return sum;
}
#define CNEURAL_DOT(sum, w, a) dot_portable(sum, w, (a)[0])
#endif
#define CNEURAL_ZERO 0
#define CNEURAL_NAME(x) x##_baseline
#define CNEURAL_LANES 4
#define CNEURAL_ROWS 2
#define CNEURAL_WIDE 2
#define CNEURAL_INT8_ROWS 2
#include "kernels.inc"

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
// |a| times w with a's sign: two products are at most 2 · 127 · 127, which 16 bits hold, as no byte is -128
static inline __m256i dot_bytes_avx2(__m256i sum, __m256i w, __m256i a) {
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(a), _mm256_sign_epi8(w, a));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}
#define CNEURAL_DOT(sum, w, a) (ivec) dot_bytes_avx2((__m256i)(sum), _mm256_loadu_si256((const void *)(w)), (__m256i)(a))
#define CNEURAL_ZERO 0
#define CNEURAL_NAME(x) x##_avx2
#define CNEURAL_LANES 8
#define CNEURAL_ROWS 6
#define CNEURAL_WIDE 4
#define CNEURAL_INT8_ROWS 4
#include "kernels.inc"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma,avxvnni"))), apply_to = function)
#define CNEURAL_DOT(sum, w, a) (ivec) _mm256_dpbusd_avx_epi32((__m256i)(sum), (__m256i)(a), _mm256_loadu_si256((const void *)(w)))
#define CNEURAL_ZERO 0x80
#define CNEURAL_NAME(x) x##_avxvnni
#define CNEURAL_LANES 8
#define CNEURAL_ROWS 6
#define CNEURAL_WIDE 4
#define CNEURAL_INT8_ROWS 6
#include "kernels.inc"
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), apply_to = function)
#define CNEURAL_DOT(sum, w, a) (ivec) _mm512_dpbusd_epi32((__m512i)(sum), (__m512i)(a), _mm512_loadu_si512(w))
#define CNEURAL_ZERO 0x80
#define CNEURAL_NAME(x) x##_avx512
#define CNEURAL_LANES 16
#define CNEURAL_ROWS 12
#define CNEURAL_WIDE 4
#define CNEURAL_INT8_ROWS 12
#include "kernels.inc"
#pragma clang attribute pop
#endif

bool cneural_supports(cneural_level level) {
    switch (level) {
    case CNEURAL_BASELINE: return true;
#if defined(__x86_64__)
    case CNEURAL_AVX2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case CNEURAL_AVX_VNNI: return cneural_supports(CNEURAL_AVX2) && __builtin_cpu_supports("avxvnni");
    case CNEURAL_AVX512:
        return cneural_supports(CNEURAL_AVX2) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
#endif
    default: return false;
    }
}

const char *cneural_level_name(cneural_level level) {
    switch (level) {
    case CNEURAL_AVX2: return "avx2";
    case CNEURAL_AVX_VNNI: return "avx-vnni";
    case CNEURAL_AVX512: return "avx512";
    default: return "baseline";
    }
}

#if defined(__x86_64__)
unsigned cneural_flush_denormals(void) {
    const unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | 0x8040); // flush to zero, denormals are zero
    return mode;
}

void cneural_restore_denormals(unsigned mode) { _mm_setcsr(mode); }
#else
unsigned cneural_flush_denormals(void) { return 0; }
void cneural_restore_denormals(unsigned mode) { (void)mode; }
#endif

static const struct kernels *at(cneural_level level) {
    switch (level) {
#if defined(__x86_64__)
    case CNEURAL_AVX2: return &kernels_avx2;
    case CNEURAL_AVX_VNNI: return &kernels_avxvnni;
    case CNEURAL_AVX512: return &kernels_avx512;
#endif
    default: return &kernels_baseline;
    }
}

void cneural_affine(cneural_level level, const float *x, size_t x_stride, size_t rows, size_t inner, const float *w, const float *bias,
                    size_t columns, bool rectify, float *y, size_t y_stride) {
    at(level)->affine(x, x_stride, rows, inner, w, bias, columns, rectify, y, y_stride);
}

void cneural_lstm(cneural_level level, const float *gates, size_t steps, size_t hidden, const float *w, bool backwards, float *y,
                  size_t y_stride, float *scratch) {
    at(level)->lstm(gates, steps, hidden, w, backwards, y, y_stride, scratch);
}

void cneural_affine_int8(cneural_level level, const float *x, size_t x_stride, size_t rows, size_t inner, const int8_t *w, const float *scale,
                         const int32_t *sums, const float *bias, size_t columns, bool rectify, float *y, size_t y_stride, uint8_t *scratch) {
    at(level)->affine_int8(x, x_stride, rows, inner, w, scale, sums, bias, columns, rectify, y, y_stride, scratch);
}

void cneural_lstm_int8(cneural_level level, const float *gates, size_t steps, size_t hidden, const int8_t *w, const float *scale,
                       const int32_t *sums, bool backwards, float *y, size_t y_stride, float *scratch, uint8_t *bytes) {
    at(level)->lstm_int8(gates, steps, hidden, w, scale, sums, backwards, y, y_stride, scratch, bytes);
}

void cneural_log_softmax(cneural_level level, float *x, size_t stride, size_t rows, size_t columns) {
    at(level)->log_softmax(x, stride, rows, columns);
}

void cneural_accumulate(cneural_level level, const float *a, size_t a_row, size_t a_column, size_t rows, size_t inner, const float *b,
                        size_t columns, float *c) {
    at(level)->accumulate(a, a_row, a_column, rows, inner, b, columns, c);
}

void cneural_dot(cneural_level level, const float *w, size_t rows, size_t columns, const float *x, float *y) {
    at(level)->dot(w, rows, columns, x, y);
}
