internal import Glibc

/// What can go wrong on IBus's bus.
enum BusError: Error, CustomStringConvertible {
    case noAddress
    case alreadyRunning
    case failed(step: String, errno: Int32)

    var description: String {
        switch self {
        case .noAddress: "IBus is not running here. Start it (ibus-daemon -drx) or set IBUS_ADDRESS; `ibus address` shows where it is."
        case .alreadyRunning: "another ibus-engine-inkd serves this IBus already; IBus starts it by itself"
        case .failed(let step, let code): "\(step): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
        }
    }
}

/// A negative result of sd-bus as an error.
@discardableResult
func check(_ result: Int32, _ step: @autoclosure () -> String) throws(BusError) -> Int32 {
    guard result < 0 else { return result }
    throw .failed(step: step(), errno: -result)
}
