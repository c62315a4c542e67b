internal import Glibc
internal import InputMethod

/// What happens and when, for those who look for a fault. Never what is written.
struct Trace {
    let isOn: Bool

    func say(_ text: @autoclosure () -> String) {
        guard isOn else { return }
        let microseconds = Int64(InputMethodSession.now / .microseconds(1))
        let fraction = String(microseconds % 1_000_000)
        StandardError.say("\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction) \(text())")
    }
}

/// The process's standard error stream.
enum StandardError {
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        write(STDERR_FILENO, bytes, bytes.count)
    }
}
