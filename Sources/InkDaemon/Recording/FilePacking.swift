internal import Glibc
internal import PenLog
internal import Synchronization
internal import System

/// A closed file of a recording that is being packed, on a thread of its own: that takes seconds, in which more frames come than can wait.
final class FilePacking: Sendable {
    /// Packs the file at a path, which has so many bytes, and gives the bytes of the packed one.
    typealias Packer = @Sendable (_ path: String, _ size: Int) -> Result<Int, LogError>

    /// Bytes of the file before it is packed.
    let size: Int
    private let packedSize = Mutex<Result<Int, LogError>?>(nil)
    /// Not 0 when it is packed, or cannot be.
    private let endSignal: EventCounter

    /// Begins to pack a file.
    /// - Parameters:
    ///   - size: bytes of the file.
    ///   - packer: packs it, on that thread.
    /// - Throws: `SystemError` without a thread or descriptors.
    init(_ path: String, size: Int, by packer: @escaping Packer) throws(SystemError) {
        self.size = size
        endSignal = try EventCounter()
        try startThread(named: "packing", niceness: 10) { [self] in
            let result = packer(path, size)
            packedSize.withLock { $0 = result }
            endSignal.add()
        }
    }

    /// Nothing is packed any more.
    var hasEnded: Bool { endSignal.wait(until: 0) }

    /// Waits for the end.
    /// - Returns: bytes of the packed file.
    func finish() throws(LogError) -> Int {
        while !endSignal.wait() {}
        return try packedSize.withLock { $0 }?.get() ?? size
    }

    /// Packs a file here and now.
    /// - Returns: bytes of the packed file.
    @Sendable static func pack(_ path: String, _ size: Int) -> Result<Int, LogError> {
        do throws(LogError) {
            let packed = try LogPacking.pack(path)
            var status = stat()
            return .success(stat(packed, &status) == 0 ? Int(status.st_size) : size)
        } catch {
            return .failure(error)
        }
    }
}
