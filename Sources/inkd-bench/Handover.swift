import Dispatch
import Synchronization

/// One value that a thread hands to another.
final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    /// Hands it over; once.
    func give(_ new: Value) {
        value.withLock { $0 = new }
        isThere.signal()
    }

    /// Waits for it; once.
    func take() -> Value {
        while true {
            isThere.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
