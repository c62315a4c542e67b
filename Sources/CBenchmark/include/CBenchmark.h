// C support of the benchmarks: counting allocations, timing `send`, a reference loop, frames at a steady pace.
#ifndef CBENCHMARK_H
#define CBENCHMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// From now on the calling thread's allocations are counted.
void bench_count_allocations_of_this_thread(void);

/// The number of calls of malloc, calloc, realloc and the aligned variants by the counted threads; from any thread.
uint64_t bench_allocations(void);

/// When each frame was written, sent and received, in nanoseconds of CLOCK_MONOTONIC; 0 where it was not.
///
/// A frame's number, modulo `BENCH_PERIOD`, is its raw x position, by which messages are recognized.
struct bench_track {
    size_t capacity;
    uint64_t *written;
    uint64_t *sent;
    uint64_t *received;
    /// The newest frame seen by the sender and by the receiver.
    size_t last_sent;
    size_t last_received;
};

/// Frames after which the pen is back at the left edge.
#define BENCH_PERIOD 40000

/// Room for so many frames; NULL if there is no memory.
struct bench_track *bench_track_new(size_t capacity);
void bench_track_free(struct bench_track *track);

/// From now on every `send` of the calling thread is noted just after it returns.
void bench_track_sends_of_this_thread(struct bench_track *track);

/// Receives and notes which frames came, until frame `last` did; false if the stream ended before that.
bool bench_receive(int socket, struct bench_track *track, size_t last);

/// Connects to a Unix stream socket and sends `call` with its NUL; -1 with errno if that fails.
int bench_connect(const char *path, const char *call);

/// Nanoseconds of CLOCK_MONOTONIC.
uint64_t bench_now(void);

/// Nanoseconds of processor time that a thread has used; 0 if the thread is gone.
uint64_t bench_processor_time(unsigned long thread);

/// The calling thread, for `bench_processor_time`.
unsigned long bench_this_thread(void);

/// Writes a frame that tells of a pen coming near.
bool bench_write_proximity(int pipe);

/// Writes frame `number` of the track, stamped with the time of writing: x, y, pressure and SYN_REPORT.
bool bench_write_frame(int pipe, struct bench_track *track, size_t number, bool touching);

/// Writes the frames `first` to `first + count - 1`, one every `interval` nanoseconds; the first `touching` are of a pen that writes.
bool bench_write_paced(int pipe, struct bench_track *track, size_t first, size_t count, size_t touching, uint64_t interval);

/// The least that a daemon could do, as a program in C would do it: waits for a frame with epoll, reads it, formats one message with
/// snprintf and sends it, until the pipe ends.
void bench_reference_loop(int pipe, int socket);

/// A pen that writes without end, into a pipe that does not block.
struct bench_pen {
    int pipe;
    /// Frames that went into the pipe.
    size_t written;
    /// Frames for which it had no room.
    size_t lost;
    /// The reader is still to be told of a loss.
    bool has_lost;
};

/// Writes one frame of each pen every `interval` nanoseconds, `ticks` times; false if a pipe is broken. Never waits for a reader.
bool bench_write_load(struct bench_pen *pens, size_t count, size_t ticks, uint64_t interval);

/// A client that watches pointers, and what it was told.
struct bench_watcher {
    int socket;
    uint64_t messages;
    /// The sequence number of the last message.
    uint64_t sequence;
    /// Numbers that were left out.
    uint64_t missing;
    uint64_t downs;
    uint64_t ups;
    /// The daemon has hung up.
    bool ended;
    char *buffer;
    size_t kept;
};

/// Reads what all of them are told, until `stop` is set and nothing has come for a second.
void bench_watch(struct bench_watcher *watchers, size_t count, const int *stop);

/// Sets a flag that another thread looks at.
void bench_set(int *stop);

/// Single-precision multiplications with addition that one core does in a second with operands in registers: its arithmetic limit.
double bench_multiply_adds_per_second(void);

#endif
