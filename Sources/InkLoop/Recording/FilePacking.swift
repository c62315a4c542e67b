internal import Glibc
internal import PenLog
internal import Synchronization
internal import System

/// Packs one closed file of a recording on a separate thread: packing takes seconds, during which more frames arrive than the queue can
/// hold.
final class FilePacking: Sendable {
    /// Packs the file at a path, given its size in bytes, and returns the bytes of the packed file.
    typealias Packer = @Sendable (_ path: String, _ size: Int) -> Result<Int, LogError>

    /// Bytes of the file before it is packed.
    let size: Int
    private let packedSize = Mutex<Result<Int, LogError>?>(nil)
    /// Signaled when the file is packed, or packing has failed.
    private let endSignal: EventCounter

    /// Starts to pack a file.
    /// - Parameters:
    ///   - size: bytes of the file.
    ///   - packer: called on that thread to pack it.
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

    /// Whether packing has ended.
    var hasEnded: Bool { endSignal.wait(until: 0) }

    /// Waits for the end.
    /// - Returns: bytes of the packed file.
    func finish() throws(LogError) -> Int {
        while !endSignal.wait() {}
        return try packedSize.withLock { $0 }?.get() ?? size
    }

    /// Packs a file on the calling thread.
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
