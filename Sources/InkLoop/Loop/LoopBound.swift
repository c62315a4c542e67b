/// A reference to a part of the loop, which other threads can hold. They call `post` to pass results to the part.
// Sendable although the part is not: only work on the loop's thread accesses the part
struct LoopBound<Part: AnyObject>: @unchecked Sendable {
    private weak var part: Part?
    private let loop: EventLoop

    init(_ part: Part, on loop: EventLoop) {
        self.part = part
        self.loop = loop
    }

    /// Calls `work` on the loop thread, in the order of posting. Does nothing if the part has been released by then.
    func post(_ work: @escaping @Sendable (Part) -> Void) {
        loop.post { [self] in if let part { work(part) } }
    }
}
