#include "CBenchmark.h"

// Twelve chains of one register each hide the latency of two multiplying units; the empty assembly keeps them from being folded.
#define CHAINS 12
#define RUN(LANES, CONSTRAINT)                                                  \
    typedef float vector __attribute__((vector_size(4 * LANES)));               \
    vector sums[CHAINS] = {0};                                                  \
    vector factor = {0}, addend = {0};                                          \
    factor += 0.5f;                                                             \
    addend += 1.0f;                                                             \
    for (long round = 0; round < rounds; round++) {                             \
        _Pragma("clang loop unroll(full)")                                      \
        for (int chain = 0; chain < CHAINS; chain++) {                          \
            sums[chain] = sums[chain] * factor + addend;                        \
            __asm__ volatile("" : CONSTRAINT(sums[chain]));                     \
        }                                                                       \
    }                                                                           \
    return (double)rounds * CHAINS * LANES;

#pragma clang fp contract(fast)

#if defined(__x86_64__)
__attribute__((target("avx2,fma"), noinline)) static double run_avx2(long rounds) { RUN(8, "+x") }
__attribute__((noinline)) static double run_baseline(long rounds) { RUN(4, "+x") }
#elif defined(__aarch64__)
__attribute__((noinline)) static double run_baseline(long rounds) { RUN(4, "+w") }
#else
#error "the benchmark knows x86-64 and AArch64"
#endif

static double run(long rounds) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return run_avx2(rounds);
#endif
    return run_baseline(rounds);
}

double bench_multiply_adds_per_second(void) {
    double best = 0;
    // the best of twenty short runs: a machine that does other things besides is slower in most of them
    for (int attempt = 0; attempt < 20; attempt++) {
        const uint64_t start = bench_now();
        const double done = run(2000000);
        const double rate = done / ((double)(bench_now() - start) * 1e-9);
        if (rate > best) best = rate;
    }
    return best;
}
