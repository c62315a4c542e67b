internal import Glibc

/// Prevention of core dumps: the user's text passes through an input method, and a crash must not leave this text in a file.
public enum CoreDumps {
    /// Disables core dumps of this process and of the processes that it starts.
    public static func forbid() {
        // a limit of 1 byte is too small for a file; it is also the only limit that the kernel applies to a program that receives the dump
        // (Linux, fs/coredump.c)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
