internal import Evdev
internal import Ink
internal import InkProtocol
internal import PenLog

/// The files of one recording, one after the other: each stands for itself, with its devices as they were when it began. Belongs to the
/// recording's thread.
final class RecordingParts {
    private let folder: String
    private let session: String
    private let fullFile: Int
    private let oldFile: Int64
    private var number = 0
    private var writer: LogWriter?
    private var began: Int64 = 0
    /// Devices that are there, as they are now.
    private var devices: [Int: LoggedDevice] = [:]
    /// Of files that were closed.
    private var closedBytes = 0
    private(set) var frames = 0
    private(set) var lost = 0
    /// A pen has gone away since the last sync.
    private(set) var wantsSync = false
    /// Something was written since the last sync.
    private(set) var isDirty = false

    /// - Parameters:
    ///   - fullFile: a file is closed at this size …
    ///   - oldFile: … and after so many microseconds, both when no pen is near, or at four times the size.
    init(folder: String, session: String, fullFile: Int = 16 << 20, oldFile: Int64 = 3_600_000_000) {
        self.folder = folder
        self.session = session
        self.fullFile = fullFile
        self.oldFile = oldFile
    }

    /// In all files.
    var bytes: Int { closedBytes + (writer?.size ?? 0) }

    /// Begins the next file.
    func begin() throws(LogError) {
        number += 1
        let header = LogHeader.here(program: "inkd \(inkdVersion)", session: session, part: number)
        writer = try LogWriter(creating: folder + "/" + RecordingFiles.name(ofPart: number), header)
        began = header.anchor.monotonic
        for device in devices.values.sorted(by: { $0.number < $1.number }) { try writer?.append(.device(device)) }
    }

    func append(_ record: LogRecord) throws(LogError) {
        switch record {
        case .device(let device): devices[device.number] = device
        case .removed(let device, _): devices[device] = nil
        case .frame(let device, let frame):
            devices[device]?.description.follow(frame)
            frames += 1
            if frame.events.contains(where: { $0.type == EventType.key && $0.value == 0 && (Key.toolPen...Key.toolLens).contains($0.code) })
            {
                wantsSync = true
            }
        case .lost(let count, _): lost += count
        // written when the file is closed
        case .ended: return
        default: break
        }
        isDirty = true
        try writer?.append(record)
    }

    /// Hands all to the system.
    func flush() throws(LogError) { try writer?.flush() }

    /// Has all on the disk.
    func sync() throws(LogError) {
        try writer?.sync()
        wantsSync = false
        isDirty = false
    }

    /// Goes on with the next file if this one is large or old.
    func rotateIfDue() throws(LogError) {
        guard let size = writer?.size, size > 0 else { return }
        let isNear = devices.values.contains { !$0.description.pressedKeys.isDisjoint(with: Key.toolPen...Key.toolLens) }
        let isDue = size >= fullFile || TimeAnchor.now.monotonic - began >= oldFile
        guard isDue && !isNear || size >= 4 * fullFile else { return }
        try close()
        try begin()
    }

    /// Ends the last file.
    func end() throws(LogError) { try close() }

    private func close() throws(LogError) {
        guard let writer else { return }
        self.writer = nil
        try writer.end(at: TimeAnchor.now.instant)
        closedBytes += writer.size
        isDirty = false
        _ = try LogPacking.pack(writer.path)
    }
}
