internal import Evdev
internal import Glibc
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import PenLog
internal import System

/// The files of one recording, written one after the other. Each file can be read alone, because it begins with the state of the devices.
/// Used only on the recording's thread.
final class RecordingParts {
    private let folder: String
    private let session: String
    private let names: Pseudonym
    private let fullFile: Int
    private let oldFile: Int64
    private let packer: FilePacking.Packer
    private var number = 0
    private var writer: LogWriter?
    private var began: Int64 = 0
    /// The present devices, with their current state.
    private var devices: [Int: LoggedDevice] = [:]
    /// Annotations that still apply to the whole session or to the current prompt. They are repeated at the beginning of each file.
    private var standing: [String: Annotation] = [:]
    /// The size of the closed files in bytes, after packing.
    private var closedBytes = 0
    /// The closed file that is being packed.
    private var packing: FilePacking?
    /// Closed files that wait to be packed, oldest first: on a busy machine packing may take longer than filling the next file.
    private var unpacked: [ClosedFile] = []
    private var framesInFile = 0
    private(set) var frames = 0
    private(set) var lost = 0
    /// Whether a pen has left proximity since the last sync.
    private(set) var wantsSync = false
    /// Whether anything was written since the last sync.
    private(set) var isDirty = false

    /// - Parameters:
    ///   - fullFile: the size in bytes from which a file is closed when no pen is in proximity. At four times this size it is always
    ///     closed.
    ///   - oldFile: the age in microseconds from which a file is closed when no pen is in proximity.
    ///   - packer: packs closed files.
    init(
        folder: String, session: String, names: Pseudonym, fullFile: Int = 16 << 20, oldFile: Int64 = 3_600_000_000,
        packer: @escaping FilePacking.Packer = FilePacking.pack
    ) {
        self.folder = folder
        self.session = session
        self.names = names
        self.fullFile = fullFile
        self.oldFile = oldFile
        self.packer = packer
    }

    /// Bytes in all files.
    var bytes: Int { closedBytes + (packing?.size ?? 0) + unpacked.reduce(0) { $0 + $1.size } + (writer?.size ?? 0) }

    /// Begins the next file.
    func begin() throws(LogError) {
        number += 1
        let header = LogHeader.here(program: "inkd \(inkdVersion)", session: session, part: number)
        writer = try LogWriter(creating: folder + "/" + RecordingFiles.name(ofPart: number), header)
        began = header.anchor.monotonic
        for annotation in standing.values.sorted(by: { $0.time < $1.time }) { try writer?.append(.annotation(annotation)) }
        for device in devices.values.sorted(by: { $0.number < $1.number }) { try writer?.append(.device(device)) }
        framesInFile = 0
        if let path = writer?.path { Folder.sync(containing: path) }
        try sync()
    }

    func append(_ record: LogRecord) throws(LogError) {
        var record = record
        switch record {
        case .device(let device): devices[device.number] = device
        case .removed(let device, _): devices[device] = nil
        case .frame(let device, var frame):
            devices[device]?.description.follow(frame)
            frames += 1
            framesInFile += 1
            hideSerials(in: &frame, of: device)
            record = .frame(device: device, frame)
            if frame.events.contains(where: { $0.type == EventType.key && $0.value == 0 && (Key.toolPen...Key.toolLens).contains($0.code) })
            {
                wantsSync = true
            }
        case .lost(let count, _): lost += count
        case .annotation(let annotation): stand(annotation)
        // the end is written when the file is closed
        case .ended: return
        default: break
        }
        isDirty = true
        try writer?.append(record)
    }

    /// Replaces the serial number of a pen with a pseudonym.
    private func hideSerials(in frame: inout Frame, of device: Int) {
        for index in frame.events.indices where frame.events[index].type == EventType.msc && frame.events[index].code == Misc.serial {
            frame.events[index].value = names.of(serial: frame.events[index].value, isPlayed: devices[device]?.isVirtual == true)
        }
    }

    private func stand(_ annotation: Annotation) {
        switch annotation.key {
        case "label", "writer", "prompt": standing[annotation.key] = annotation
        case "accepted", "repeated", "skipped": standing["prompt"] = nil
        default: break
        }
    }

    /// Passes all data to the system.
    func flush() throws(LogError) { try writer?.flush() }

    /// Writes all data to disk.
    func sync() throws(LogError) {
        try writer?.sync()
        wantsSync = false
        isDirty = false
    }

    /// Starts the next file if this one is large or old.
    func rotateIfDue() throws(LogError) {
        if packing?.hasEnded == true {
            try finishPacking()
            try packNext()
        }
        guard let size = writer?.size, framesInFile > 0 else { return }
        let isNear = devices.values.contains { !$0.description.pressedKeys.isDisjoint(with: Key.toolPen...Key.toolLens) }
        let isDue = size >= fullFile || TimeAnchor.now.monotonic - began >= oldFile
        guard isDue && !isNear || size >= 4 * fullFile else { return }
        guard let file = try close() else { return }
        unpacked.append(file)
        try packNext()
        try begin()
    }

    /// Ends the last file.
    func end() throws(LogError) {
        if let file = try close() { unpacked.append(file) }
        try finishPacking()
        while !unpacked.isEmpty { try pack(unpacked.removeFirst()) }
    }

    private func close() throws(LogError) -> ClosedFile? {
        guard let writer else { return nil }
        self.writer = nil
        try writer.end(at: TimeAnchor.now.instant)
        isDirty = false
        return ClosedFile(path: writer.path, size: writer.size)
    }

    /// Packs the oldest waiting file on a separate thread, unless another one is being packed. The recording does not wait for it.
    private func packNext() throws(LogError) {
        guard packing == nil, !unpacked.isEmpty else { return }
        let file = unpacked.removeFirst()
        packing = try? FilePacking(file.path, size: file.size, by: packer)
        if packing == nil { try pack(file) }
    }

    private func pack(_ file: ClosedFile) throws(LogError) {
        closedBytes += try packer(file.path, file.size).get()
    }

    private func finishPacking() throws(LogError) {
        guard let packing else { return }
        self.packing = nil
        closedBytes += try packing.finish()
    }
}

/// A file of a recording that is not written to any more.
private struct ClosedFile {
    let path: String
    /// Bytes, before packing.
    let size: Int
}
