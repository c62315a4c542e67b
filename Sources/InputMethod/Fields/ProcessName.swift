internal import System

/// The names of processes.
enum ProcessName {
    /// Returns a process's name of up to 15 bytes, as in proc_pid_comm(5); nil if the process has ended.
    static func name(of process: Int) -> String? {
        guard let bytes = try? WholeFile.read("/proc/\(process)/comm"), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
