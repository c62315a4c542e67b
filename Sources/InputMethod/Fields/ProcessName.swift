internal import Glibc
internal import System

/// The names of processes.
enum ProcessName {
    /// Returns a process's name of up to 15 bytes, as in proc_pid_comm(5); nil if the process has ended.
    static func name(of process: Int) -> String? {
        let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        let descriptor = Descriptor(taking: file)
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor.number, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
