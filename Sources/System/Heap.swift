internal import CLinux
internal import Glibc
internal import Synchronization

/// The process's heap.
public enum Heap {
    /// The size above which blocks get separate pages, which are returned to the system when the block is freed.
    private static let largeBlock: Int32 = 1 << 20

    /// Makes freed memory return to the system. Call it before any other thread is started.
    ///
    /// Otherwise, glibc raises its mmap threshold to the size of the largest block that was freed, and its trim threshold to twice that
    /// size (mallopt(3), "dynamic mmap threshold"). From then on each of its arenas, of which there may be eight for each processor, can
    /// keep up to 64 MiB of unused memory.
    public static func returnFreedMemory() {
        mallopt(M_MMAP_THRESHOLD, largeBlock)
        mallopt(M_TRIM_THRESHOLD, largeBlock)
    }
}

extension Heap {
    private struct Trimming {
        var isRunning = false
        var isWanted = false
    }

    private static let trimming = Mutex(Trimming())
    /// Microseconds from the end of large work to trimming. If more such work follows soon, it can use the memory again.
    private static let rest: UInt32 = 1_000_000

    /// Returns freed memory to the system soon, on a thread that ends afterwards. May be called from any thread; does not wait.
    ///
    /// Large blocks are returned when they are freed. But freed small blocks stay in glibc's arenas, which automatically return only free
    /// memory at their ends.
    public static func trimSoon() {
        let mustStart = trimming.withLock { state in
            state.isWanted = true
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard mustStart else { return }
        do throws(SystemError) {
            try startThread(named: "heap", niceness: 10) { trim() }
        } catch {
            // a thread may be available the next time
            trimming.withLock { $0.isRunning = false }
        }
    }

    private static func trim() {
        while true {
            usleep(rest)
            trimming.withLock { $0.isWanted = false }
            malloc_trim(0)
            let isDone = trimming.withLock { state in
                if !state.isWanted { state.isRunning = false }
                return !state.isWanted
            }
            if isDone { return }
        }
    }
}
