/// A part of the loop, for other threads: their results enter it by `post`.
// Sendable though the part is not: only work on the loop's thread gets it
struct LoopBound<Part: AnyObject>: @unchecked Sendable {
    private weak var part: Part?
    private let loop: EventLoop

    init(_ part: Part, on loop: EventLoop) {
        self.part = part
        self.loop = loop
    }

    /// Makes the loop's thread call `work`, in the order posted; skipped if the part is gone by then.
    func post(_ work: @escaping @Sendable (Part) -> Void) {
        loop.post { [self] in if let part { work(part) } }
    }
}
