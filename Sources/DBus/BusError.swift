internal import Glibc
internal import System

/// Errors on a bus.
public enum BusError: Error, CustomStringConvertible {
    /// An sd-bus function failed.
    case failed(step: String, errno: Int32)

    public var description: String {
        switch self {
        case .failed(let step, let code): "\(step): \(SystemError.reason(code))"
        }
    }
}

/// Throws a negative result of sd-bus as an error.
@discardableResult
public func check(_ result: Int32, _ step: @autoclosure () -> String) throws(BusError) -> Int32 {
    guard result < 0 else { return result }
    throw .failed(step: step(), errno: -result)
}
