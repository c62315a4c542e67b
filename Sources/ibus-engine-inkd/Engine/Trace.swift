internal import InputMethod
internal import System

/// What happens and when, for those who look for a fault. Never what is written.
struct Trace {
    let isOn: Bool

    func say(_ text: @autoclosure () -> String) {
        guard isOn else { return }
        let microseconds = Int64(InputMethodSession.now / .microseconds(1))
        let fraction = String(microseconds % 1_000_000)
        StandardError.writeLine("\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction) \(text())")
    }
}
