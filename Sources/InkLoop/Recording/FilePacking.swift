internal import Glibc
internal import PenLog
internal import Synchronization
internal import System

/// Packs a closed file of a recording on a separate thread. Packing takes seconds, and in this time more frames may arrive than the queue
/// can hold.
final class FilePacking: Sendable {
    /// A function that packs the file at a path, given the file's size in bytes. It returns the size of the packed file in bytes.
    typealias Packer = @Sendable (_ path: String, _ size: Int) -> Result<Int, LogError>

    /// The size of the file in bytes before packing.
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
