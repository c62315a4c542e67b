internal import Glibc

/// The user's text passes through an input method. A crash must not leave it in a file.
public enum CoreDumps {
    /// From now on neither this process nor one that it starts leaves a core dump.
    public static func forbid() {
        // 1: too small for a file, and the only limit that the kernel heeds where a program takes the dump (Linux, fs/coredump.c)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
