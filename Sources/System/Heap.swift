internal import CLinux

/// The process's heap.
public enum Heap {
    /// Blocks that are larger have pages of their own, which go back to the system when they are freed.
    private static let largeBlock: Int32 = 1 << 20

    /// Has memory that was freed go back to the system. Call it before any other thread is started.
    ///
    /// glibc raises its bounds to the size of the largest block that was freed, and to twice that (mallopt(3), "dynamic mmap threshold"). From then
    /// on each of its arenas, of which there may be eight for each processor, can keep up to 64 MiB that nobody uses.
    public static func returnFreedMemory() {
        mallopt(M_MMAP_THRESHOLD, largeBlock)
        mallopt(M_TRIM_THRESHOLD, largeBlock)
    }
}
