// The layers of the recogniser's network, in single precision, one sequence at a time.
//
// Nothing here allocates, keeps state or checks sizes: the caller owns every buffer and sees that it is large enough.
// Sequences are stored time first: one row of channels a step. Widths are padded to a multiple of
// CNEURAL_PANEL with zeros.
#ifndef CNEURAL_H
#define CNEURAL_H

#include <stdbool.h>
#include <stddef.h>

/// Columns of a matrix that lie together. A packed matrix of K rows and N columns (N a multiple of CNEURAL_PANEL) is
/// N / CNEURAL_PANEL panels one after another, each of K rows of CNEURAL_PANEL numbers.
#define CNEURAL_PANEL 16

/// The instruction sets that the kernels were compiled for.
typedef enum cneural_level {
    /// What every processor of the architecture has: SSE2 on x86-64, NEON on AArch64.
    CNEURAL_BASELINE = 0,
    /// AVX2 with fused multiply-add.
    CNEURAL_AVX2 = 1,
} cneural_level;

/// Whether this processor can run the kernels of the level. No other level may be handed to the functions below.
bool cneural_supports(cneural_level level);

/// The level's name: "baseline" or "avx2".
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

/// Turns `rows` rows of `columns` scores, `stride` apart, into natural logarithms of probabilities, in place.
void cneural_log_softmax(cneural_level level, float *x, size_t stride, size_t rows, size_t columns);

#endif
