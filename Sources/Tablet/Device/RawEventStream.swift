internal import CLibevdev
public import Evdev
internal import Glibc

/// The events of a device as bytes from a pipe, a socket or a file: `struct input_event`, one after the other.
public final class RawEventStream: FrameSource {
    /// The device's description and its state before the first event.
    public let description: DeviceDescription
    /// The descriptor the bytes are read from. Its creator closes it.
    public let fileDescriptor: Int32
    private var assembler = FrameAssembler()
    private var buffer: [UInt8]
    /// Number of bytes at the start of the buffer that belong to an incomplete event.
    private var carried = 0

    /// Creates a stream of a device's events from a descriptor, which should not block.
    public init(reading fileDescriptor: Int32, description: DeviceDescription) {
        self.fileDescriptor = fileDescriptor
        self.description = description
        buffer = [UInt8](repeating: 0, count: 128 * MemoryLayout<input_event>.stride)
    }

    /// The state at the beginning of the stream, because the stream does not follow later states.
    public var present: DeviceDescription { description }

    /// Reads until there are no more bytes and passes each complete frame to `body`.
    ///
    /// After SYN_DROPPED, all events up to the next SYN_REPORT are ignored, and the next frame is marked with `followsDrop`.
    public func readFrames(_ body: (Frame) -> Void) -> ReadOutcome {
        var delivered = 0
        while delivered < framesPerRead {
            let count = buffer.withUnsafeMutableBytes { bytes in
                read(fileDescriptor, bytes.baseAddress.map { $0 + carried }, bytes.count - carried)
            }
            guard count > 0 else {
                switch errno {
                case EINTR where count < 0: continue
                case EAGAIN where count < 0: return .drained
                default: return .gone
                }
            }
            delivered += take(carried + count, body)
        }
        return .more
    }

    /// Does nothing, because no other program reads the stream.
    public func grab(_ isGrabbed: Bool, ofSilentPen isSilent: Bool) {}

    /// Processes the complete events among the buffer's first `count` bytes and keeps the rest; returns the number of completed frames.
    private func take(_ count: Int, _ body: (Frame) -> Void) -> Int {
        let stride = MemoryLayout<input_event>.stride
        let whole = count / stride
        var delivered = 0
        for index in 0..<whole {
            var event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * stride, as: input_event.self) }
            guard assembler.add(InputEvent(&event)) else { continue }
            body(assembler.frame)
            delivered += 1
        }
        carried = count - whole * stride
        for index in 0..<carried { buffer[index] = buffer[whole * stride + index] }
        return delivered
    }
}
