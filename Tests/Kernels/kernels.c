// Runs every kernel of CNeural at every instruction set that the processor has, at shapes around the edges of tiles, panels and registers.
// It is built with AddressSanitizer and UndefinedBehaviorSanitizer; every buffer is exactly as large as CNeural.h says, and is compared with
// plain arithmetic.
#include "CNeural.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static int failures;
static uint64_t state = 1;

// SplitMix64: the same numbers on every machine.
static uint64_t next(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void *room(size_t size) {
    // never NULL for nothing: what is read of it is caught all the same
    void *memory = malloc(size);
    if (memory == NULL && size > 0) exit(2);
    return memory;
}

// So many numbers from -2 to 2.
static float *numbers(size_t count) {
    float *x = room(count * sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = (float)(next() % 4001) / 1000 - 2;
    return x;
}

static float *copy(const float *x, size_t count) {
    float *same = room(count * sizeof *same);
    if (count > 0) memcpy(same, x, count * sizeof *same);
    return same;
}

// Bytes from -127 to 127.
static int8_t *weights(size_t count) {
    int8_t *w = room(count);
    for (size_t i = 0; i < count; i++) w[i] = (int8_t)((int)(next() % 255) - 127);
    return w;
}

static size_t extent(size_t rows, size_t stride, size_t width) { return rows == 0 ? 0 : (rows - 1) * stride + width; }

static void compare(const char *kernel, cneural_level level, const float *x, const float *y, size_t count, float tolerance) {
    for (size_t i = 0; i < count; i++) {
        if (fabsf(x[i] - y[i]) <= tolerance * (1 + fabsf(y[i]))) continue;
        printf("not ok %s, %s: number %zu of %zu is %g, expected %g\n", kernel, cneural_level_name(level), i, count, x[i], y[i]);
        failures++;
        return;
    }
}

static float packed(const float *w, size_t inner, size_t k, size_t column) {
    return w[column / CNEURAL_PANEL * inner * CNEURAL_PANEL + k * CNEURAL_PANEL + column % CNEURAL_PANEL];
}

static int packed_int8(const int8_t *w, size_t inner, size_t k, size_t column) {
    return w[column / CNEURAL_PANEL * inner * CNEURAL_PANEL + k / 4 * 4 * CNEURAL_PANEL + column % CNEURAL_PANEL * 4 + k % 4];
}

// The sum of each column's bytes.
static int32_t *sums(const int8_t *w, size_t inner, size_t columns) {
    int32_t *all = room(columns * sizeof *all);
    for (size_t c = 0; c < columns; c++) {
        all[c] = 0;
        for (size_t k = 0; k < inner; k++) all[c] += packed_int8(w, inner, k, c);
    }
    return all;
}

static void affine(cneural_level level) {
    const size_t rows[] = {0, 1, 2, 3, 5, 6, 7, 11, 12, 13, 25}, inners[] = {1, 2, 3, 15, 16, 17, 33}, columns[] = {16, 32, 80};
    for (size_t a = 0; a < COUNT(rows); a++)
        for (size_t b = 0; b < COUNT(inners); b++)
            for (size_t c = 0; c < COUNT(columns); c++)
                for (int variant = 0; variant < 3; variant++) {
                    const size_t n = rows[a], inner = inners[b], width = columns[c];
                    // rows one after another, with a gap, and each the last one moved by a number
                    const size_t x_stride = variant == 0 ? inner : variant == 1 ? inner + 3 : 1, y_stride = width + (variant == 1 ? 5 : 0);
                    const size_t count = extent(n, y_stride, width);
                    float *x = numbers(extent(n, x_stride, inner)), *w = numbers(inner * width), *bias = numbers(width);
                    float *y = numbers(count), *expected = copy(y, count);
                    for (size_t r = 0; r < n; r++)
                        for (size_t j = 0; j < width; j++) {
                            float sum = bias[j];
                            for (size_t k = 0; k < inner; k++) sum += x[r * x_stride + k] * packed(w, inner, k, j);
                            expected[r * y_stride + j] = variant == 0 && sum < 0 ? 0 : sum;
                        }
                    cneural_affine(level, x, x_stride, n, inner, w, bias, width, variant == 0, y, y_stride);
                    compare("affine", level, y, expected, count, 1e-4f);
                    free(x), free(w), free(bias), free(y), free(expected);
                }
}

static void affine_int8(cneural_level level) {
    const size_t rows[] = {0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 25}, inners[] = {16, 32, 48, 80}, columns[] = {16, 48};
    for (size_t a = 0; a < COUNT(rows); a++)
        for (size_t b = 0; b < COUNT(inners); b++)
            for (size_t c = 0; c < COUNT(columns); c++)
                for (int variant = 0; variant < 3; variant++) {
                    const size_t n = rows[a], inner = inners[b], width = columns[c];
                    const size_t x_stride = variant == 0 ? inner : variant == 1 ? inner + 3 : 1, y_stride = width + (variant == 1 ? 5 : 0);
                    const size_t count = extent(n, y_stride, width);
                    float *x = numbers(extent(n, x_stride, inner)), *scale = numbers(width), *bias = numbers(width);
                    int8_t *w = weights(inner * width);
                    int32_t *all = sums(w, inner, width);
                    float *y = numbers(count), *expected = copy(y, count);
                    uint8_t *scratch = room(CNEURAL_INT8_TILE * inner);
                    memset(scratch, 0xA5, CNEURAL_INT8_TILE * inner);
                    for (size_t r = 0; r < n; r++) {
                        float largest = 0;
                        for (size_t k = 0; k < inner; k++) largest = fmaxf(largest, fabsf(x[r * x_stride + k]));
                        for (size_t j = 0; j < width; j++) {
                            float sum = 0;
                            for (size_t k = 0; k < inner; k++)
                                sum += rintf(x[r * x_stride + k] * (127 / largest)) * (float)packed_int8(w, inner, k, j);
                            sum = sum * (scale[j] * (largest / 127)) + bias[j];
                            expected[r * y_stride + j] = variant == 0 && sum < 0 ? 0 : sum;
                        }
                    }
                    cneural_affine_int8(level, x, x_stride, n, inner, w, scale, all, bias, width, variant == 0, y, y_stride, scratch);
                    compare("affine_int8", level, y, expected, count, 1e-4f);
                    free(x), free(w), free(scale), free(all), free(bias), free(y), free(expected), free(scratch);
                }
}

static float sigmoid(float x) { return 1 / (1 + expf(-x)); }

// An LSTM by its definition. `recur` gives what the last output adds to a gate.
static void lstm_plainly(const float *gates, size_t steps, size_t hidden, const float *w, const int8_t *bytes, const float *scale, bool backwards,
                         float *y, size_t y_stride) {
    float *cell = room(hidden * sizeof *cell), *last = room(hidden * sizeof *last), *z = room(4 * hidden * sizeof *z);
    for (size_t j = 0; j < hidden; j++) cell[j] = 0, last[j] = 0;
    for (size_t s = 0; s < steps; s++) {
        const size_t t = backwards ? steps - 1 - s : s;
        for (size_t j = 0; j < 4 * hidden; j++) {
            float sum = 0;
            for (size_t k = 0; k < hidden; k++)
                sum += bytes == NULL ? last[k] * packed(w, hidden, k, j) : rintf(last[k] * 127) * (float)packed_int8(bytes, hidden, k, j);
            z[j] = gates[t * 4 * hidden + j] + (bytes == NULL ? sum : sum * (scale[j] / 127));
        }
        for (size_t j = 0; j < hidden; j++) {
            cell[j] = sigmoid(z[hidden + j]) * cell[j] + sigmoid(z[j]) * tanhf(z[2 * hidden + j]);
            last[j] = y[t * y_stride + j] = sigmoid(z[3 * hidden + j]) * tanhf(cell[j]);
        }
    }
    free(cell), free(last), free(z);
}

static void lstm(cneural_level level, bool is_int8) {
    const size_t steps[] = {0, 1, 2, 5}, widths[] = {16, 32, 48, 80};
    for (size_t a = 0; a < COUNT(steps); a++)
        for (size_t b = 0; b < COUNT(widths); b++)
            for (int variant = 0; variant < 2; variant++) {
                const size_t n = steps[a], hidden = widths[b], y_stride = variant ? 2 * hidden : hidden, count = extent(n, y_stride, hidden);
                float *gates = numbers(n * 4 * hidden), *w = numbers(is_int8 ? 0 : 4 * hidden * hidden), *scale = numbers(4 * hidden);
                // as small as trained weights are, so that rounding stays rounding
                for (size_t i = 0; i < (is_int8 ? 0 : 4 * hidden * hidden); i++) w[i] *= 0.05f;
                for (size_t j = 0; j < 4 * hidden; j++) scale[j] = 0.001f + fabsf(scale[j]) * 0.001f;
                int8_t *bytes = weights(is_int8 ? 4 * hidden * hidden : 0);
                int32_t *all = sums(bytes, is_int8 ? hidden : 0, 4 * hidden);
                float *y = numbers(count), *expected = copy(y, count), *scratch = numbers((is_int8 ? 5 : 6) * hidden);
                uint8_t *q = room(hidden);
                lstm_plainly(gates, n, hidden, w, is_int8 ? bytes : NULL, scale, variant, expected, y_stride);
                if (is_int8)
                    cneural_lstm_int8(level, gates, n, hidden, bytes, scale, all, variant, y, y_stride, scratch, q);
                else
                    cneural_lstm(level, gates, n, hidden, w, variant, y, y_stride, scratch);
                // a byte more or less where an output lies between two of them
                compare(is_int8 ? "lstm_int8" : "lstm", level, y, expected, count, is_int8 ? 5e-3f : 1e-4f);
                free(gates), free(w), free(scale), free(bytes), free(all), free(y), free(expected), free(scratch), free(q);
            }
}

static void log_softmax(cneural_level level) {
    for (size_t columns = 1; columns <= 50; columns++)
        for (size_t rows = 0; rows <= 3; rows++) {
            const size_t stride = columns + rows, count = extent(rows, stride, columns);
            float *x = numbers(count), *expected = copy(x, count);
            for (size_t r = 0; r < rows; r++) {
                double sum = 0;
                for (size_t c = 0; c < columns; c++) sum += exp(expected[r * stride + c]);
                for (size_t c = 0; c < columns; c++) expected[r * stride + c] -= (float)log(sum);
            }
            cneural_log_softmax(level, x, stride, rows, columns);
            compare("log_softmax", level, x, expected, count, 1e-4f);
            free(x), free(expected);
        }
}

static void accumulate(cneural_level level) {
    for (size_t rows = 0; rows <= 9; rows++)
        for (size_t inner = 0; inner <= 3; inner++)
            for (size_t columns = 1; columns <= 36; columns++)
                for (int transposed = 0; transposed < 2; transposed++) {
                    const size_t a_row = transposed ? 1 : inner, a_column = transposed ? rows : 1;
                    float *a = numbers(rows * inner), *b = numbers(inner * columns), *c = numbers(rows * columns);
                    float *expected = copy(c, rows * columns);
                    for (size_t r = 0; r < rows; r++)
                        for (size_t k = 0; k < inner; k++)
                            for (size_t j = 0; j < columns; j++) expected[r * columns + j] += a[r * a_row + k * a_column] * b[k * columns + j];
                    cneural_accumulate(level, a, a_row, a_column, rows, inner, b, columns, c);
                    compare("accumulate", level, c, expected, rows * columns, 1e-5f);
                    free(a), free(b), free(c), free(expected);
                }
}

static void dot(cneural_level level) {
    for (size_t rows = 0; rows <= 3; rows++)
        for (size_t columns = 0; columns <= 70; columns++) {
            float *w = numbers(rows * columns), *x = numbers(columns), *y = numbers(rows), *expected = copy(y, rows);
            for (size_t r = 0; r < rows; r++)
                for (size_t k = 0; k < columns; k++) expected[r] += w[r * columns + k] * x[k];
            cneural_dot(level, w, rows, columns, x, y);
            compare("dot", level, y, expected, rows, 1e-4f);
            free(w), free(x), free(y), free(expected);
        }
}

// Numbers that a damaged model or ink could bring: whatever comes out, nothing else may happen.
static void extremes(cneural_level level) {
    const float values[] = {INFINITY, -INFINITY, NAN, 3.4e38f, -3.4e38f, 1e-45f, 0, -0.0f};
    enum { inner = 32, width = 32, steps = 3, hidden = 32 };
    for (size_t v = 0; v < COUNT(values); v++) {
        float *x = numbers(inner * steps), *w = numbers(inner * width), *bias = numbers(width), *y = numbers(width * steps);
        float *gates = numbers(steps * 4 * hidden), *recurrent = numbers(4 * hidden * hidden), *scratch = numbers(6 * hidden);
        float *scale = numbers(4 * hidden);
        int8_t *bytes = weights(4 * hidden * hidden);
        int32_t *all = sums(bytes, hidden, 4 * hidden);
        uint8_t *q = room(CNEURAL_INT8_TILE * inner);
        memset(q, 0, CNEURAL_INT8_TILE * inner);
        for (size_t i = v; i < inner * steps; i += 5) x[i] = values[v];
        for (size_t i = v; i < steps * 4 * hidden; i += 7) gates[i] = values[v];
        cneural_affine(level, x, inner, steps, inner, w, bias, width, true, y, width);
        cneural_affine_int8(level, x, inner, steps, inner, bytes, scale, all, bias, width, false, y, width, q);
        cneural_lstm(level, gates, steps, hidden, recurrent, false, y, hidden, scratch);
        cneural_lstm_int8(level, gates, steps, hidden, bytes, scale, all, true, y, hidden, scratch, q);
        cneural_log_softmax(level, x, inner, steps, inner);
        cneural_accumulate(level, x, inner, 1, steps, inner, w, width, y);
        cneural_dot(level, x, steps, inner, bias, y);
        free(x), free(w), free(bias), free(y), free(gates), free(recurrent), free(scratch), free(scale), free(bytes), free(all), free(q);
    }
}

// The mode is set on this thread alone, and comes back as it was.
static void denormals(void) {
    const unsigned before = cneural_flush_denormals();
    cneural_restore_denormals(before);
    volatile float tiny = 1e-40f;
    if (tiny * 0.5f == 0) {
        printf("not ok denormals stay flushed\n");
        failures++;
    }
}

int main(void) {
    const cneural_level levels[] = {CNEURAL_BASELINE, CNEURAL_AVX2, CNEURAL_AVX_VNNI, CNEURAL_AVX512};
    denormals();
    for (size_t i = 0; i < COUNT(levels); i++) {
        const cneural_level level = levels[i];
        if (!cneural_supports(level)) {
            printf("skipped: kernels of %s: this processor does not have them\n", cneural_level_name(level));
            continue;
        }
        const int before = failures;
        affine(level);
        affine_int8(level);
        lstm(level, false);
        lstm(level, true);
        log_softmax(level);
        accumulate(level);
        dot(level);
        extremes(level);
        if (failures == before) printf("ok kernels of %s\n", cneural_level_name(level));
    }
    return failures > 0;
}
