/// A reference to a part of the loop that other threads can hold: they use it with `post` to return results.
// Sendable although the part is not: only work on the loop's thread accesses the part
struct LoopBound<Part: AnyObject>: @unchecked Sendable {
    private weak var part: Part?
    private let loop: EventLoop

    init(_ part: Part, on loop: EventLoop) {
        self.part = part
        self.loop = loop
    }

    /// Calls `work` on the loop's thread, in the order posted; skipped if the part has been released by then.
    func post(_ work: @escaping @Sendable (Part) -> Void) {
        loop.post { [self] in if let part { work(part) } }
    }
}
