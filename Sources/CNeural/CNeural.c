#include "CNeural.h"

#include <math.h>

#define CNEURAL_NAME(x) x##_baseline
#define CNEURAL_LANES 4
#define CNEURAL_ROWS 2
#define CNEURAL_WIDE 2
#include "kernels.inc"

#if defined(__x86_64__)
#include <xmmintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define CNEURAL_NAME(x) x##_avx2
#define CNEURAL_LANES 8
#define CNEURAL_ROWS 6
#define CNEURAL_WIDE 4
#include "kernels.inc"
#pragma clang attribute pop
#endif

bool cneural_supports(cneural_level level) {
    switch (level) {
    case CNEURAL_BASELINE: return true;
#if defined(__x86_64__)
    case CNEURAL_AVX2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    default: return false;
    }
}

const char *cneural_level_name(cneural_level level) { return level == CNEURAL_AVX2 ? "avx2" : "baseline"; }

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

#if defined(__x86_64__)
#define DISPATCH(kernel, ...)                              \
    if (level == CNEURAL_AVX2) kernel##_avx2(__VA_ARGS__); \
    else kernel##_baseline(__VA_ARGS__)
#else
#define DISPATCH(kernel, ...) (void)level, kernel##_baseline(__VA_ARGS__)
#endif

void cneural_affine(cneural_level level, const float *x, size_t x_stride, size_t rows, size_t inner, const float *w, const float *bias,
                    size_t columns, bool rectify, float *y, size_t y_stride) {
    DISPATCH(affine, x, x_stride, rows, inner, w, bias, columns, rectify, y, y_stride);
}

void cneural_lstm(cneural_level level, const float *gates, size_t steps, size_t hidden, const float *w, bool backwards, float *y,
                  size_t y_stride, float *scratch) {
    DISPATCH(lstm, gates, steps, hidden, w, backwards, y, y_stride, scratch);
}

void cneural_log_softmax(cneural_level level, float *x, size_t stride, size_t rows, size_t columns) {
    DISPATCH(log_softmax, x, stride, rows, columns);
}
