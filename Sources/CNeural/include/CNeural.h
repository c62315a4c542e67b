// The layers of the recognizer's network, one sequence at a time, with weights in single precision or of 8 bits.
//
// Nothing here allocates, keeps state or checks sizes: the caller owns every buffer and sees that it is large enough.
// Sequences are stored time first: one row of channels a step. Widths are padded to a multiple of
// CNEURAL_PANEL with zeros.
#ifndef CNEURAL_H
#define CNEURAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Columns of a matrix that lie together. A packed matrix of K rows and N columns (N a multiple of CNEURAL_PANEL) is
/// N / CNEURAL_PANEL panels one after another, each of K rows of CNEURAL_PANEL numbers.
///
/// A packed matrix of bytes, K a multiple of 4, has the same panels, each of K / 4 groups of CNEURAL_PANEL times 4 numbers: column after
/// column, its next four rows. No byte is -128.
#define CNEURAL_PANEL 16

/// Rows of bytes that `cneural_affine_int8` holds at a time, at most.
#define CNEURAL_INT8_TILE 12

/// The instruction sets that the kernels were compiled for.
typedef enum cneural_level {
    /// The architecture's baseline: SSE2 on x86-64, NEON on AArch64.
    CNEURAL_BASELINE = 0,
    /// AVX2 with fused multiply-add.
    CNEURAL_AVX2 = 1,
    /// AVX2 and dot products of bytes (AVX-VNNI).
    CNEURAL_AVX_VNNI = 2,
    /// AVX-512 with dot products of bytes (AVX512-VNNI).
    CNEURAL_AVX512 = 3,
} cneural_level;

/// Whether this processor can run the kernels of the level. No other level may be handed to the functions below.
bool cneural_supports(cneural_level level);

/// The level's name: "baseline", "avx2", "avx-vnni" or "avx512".
const char *cneural_level_name(cneural_level level);

/// Treats denormal numbers as zero on the calling thread and returns the mode that was set before.
unsigned cneural_flush_denormals(void);

/// Sets the mode that `cneural_flush_denormals` returned.
void cneural_restore_denormals(unsigned mode);

/// y = x · w + bias, then the larger of that and 0 if `rectify`.
///
/// x: `rows` rows of `inner` numbers, the next row `x_stride` numbers after the last. Rows may overlap: a convolution over a
/// sequence padded with zero steps is this function with `inner` = kernel · channels and `x_stride` = stride · channels.
/// w: packed, `inner` rows and `columns` columns. bias: `columns` numbers.
/// y: `rows` rows of `columns` numbers, `y_stride` apart; must not overlap x.
void cneural_affine(cneural_level level, const float *x, size_t x_stride, size_t rows, size_t inner, const float *w, const float *bias,
                    size_t columns, bool rectify, float *y, size_t y_stride);

/// One direction of an LSTM layer (Hochreiter and Schmidhuber 1997, with a forget gate), from zero state.
///
/// gates: `steps` rows of 4 · `hidden` numbers: input · input weights + both biases, in PyTorch's order of input, forget, cell
/// and output gate; `hidden` is a multiple of CNEURAL_PANEL. w: the recurrent weights, packed, `hidden` rows and
/// 4 · `hidden` columns in the same order. y: `steps` rows of `hidden` numbers, `y_stride` apart. From the last step to the first if
/// `backwards`. scratch: 6 · `hidden` numbers, of any value.
void cneural_lstm(cneural_level level, const float *gates, size_t steps, size_t hidden, const float *w, bool backwards, float *y,
                  size_t y_stride, float *scratch);

/// `cneural_affine` with weights of 8 bits: w[k, c] stands for w[k, c] · scale[c]. `inner` is a multiple of 16.
///
/// Every row of x becomes bytes: its largest number becomes 127, the others are scaled and rounded to the nearest. All levels give the same bits.
/// sums: the sum of each column's bytes. scratch: CNEURAL_INT8_TILE · `inner` bytes, of any value.
void cneural_affine_int8(cneural_level level, const float *x, size_t x_stride, size_t rows, size_t inner, const int8_t *w, const float *scale,
                         const int32_t *sums, const float *bias, size_t columns, bool rectify, float *y, size_t y_stride, uint8_t *scratch);

/// `cneural_lstm` with recurrent weights of 8 bits, scales and sums as in `cneural_affine_int8`; state and gates stay in single precision.
/// A step's output goes into the next as bytes that stand for 1/127 each. scratch: 5 · `hidden` numbers. bytes: `hidden` of them. All
/// levels give the same bits.
void cneural_lstm_int8(cneural_level level, const float *gates, size_t steps, size_t hidden, const int8_t *w, const float *scale,
                       const int32_t *sums, bool backwards, float *y, size_t y_stride, float *scratch, uint8_t *bytes);

/// Turns `rows` rows of `columns` scores, `stride` apart, into natural logarithms of probabilities, in place.
void cneural_log_softmax(cneural_level level, float *x, size_t stride, size_t rows, size_t columns);

/// c = c + a · b, for fitting a layer: no number is packed or padded.
///
/// a: `rows` rows of `inner` numbers; the next row lies `a_row` numbers on, the next column `a_column`: a matrix or its transpose.
/// b: `inner` rows of `columns` numbers. c: `rows` rows of `columns` numbers; overlaps neither.
void cneural_accumulate(cneural_level level, const float *a, size_t a_row, size_t a_column, size_t rows, size_t inner, const float *b,
                        size_t columns, float *c);

/// y = y + w · x. w: `rows` rows of `columns` numbers. x: `columns` numbers. y: `rows` numbers.
void cneural_dot(cneural_level level, const float *w, size_t rows, size_t columns, const float *x, float *y);

#endif
