internal import FoundationEssentials
internal import Glibc
internal import InkProtocol
internal import InkWorkspace
internal import PenLog
internal import System

/// The description of a recording besides its files.
struct RecordingNote: Codable, Sendable, Equatable {
    var label: String?
    var writer: String?
    /// The time of the start, in milliseconds since 1970.
    var began: Int
    /// The time of the end, in milliseconds since 1970; nil while the recording is in progress, and if a crash interrupted it.
    var ended: Int?
    var frames = 0
    var lost = 0
    var problem: String?
}

/// A recording on disk.
struct StoredRecording: Sendable {
    let name: String
    let note: RecordingNote?
    /// The files in order.
    let files: [(name: String, bytes: Int)]

    var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
}

/// The recordings of one user, each in its own folder with its files and a note. Only the daemon's user may read them.
struct RecordingFiles: Sendable {
    /// The folder that contains a folder for each recording.
    let root: String

    private static let note = "recording.json"
    private static let ending = ".inklog"

    init(root: String) { self.root = root }

    /// - Parameter state: the daemon's own folder.
    init(state: String, user: UInt32) { self.init(root: state + "/recordings/\(user)") }

    static func name(ofPart number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ending
    }

    /// Creates the folder of a new recording, named after the time.
    func make(at wall: Int64, state: String) throws(LogError) -> (name: String, folder: String) {
        for folder in [state, state + "/recordings", root] { mkdir(folder, 0o700) }
        var time = time_t(wall / 1_000_000)
        var parts = tm()
        gmtime_r(&time, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        let base = day + "-\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))"
        for number in 1...100 {
            let name = number == 1 ? base : base + "-\(number)"
            if mkdir(root + "/" + name, 0o700) == 0 { return (name, root + "/" + name) }
            guard errno == EEXIST else { break }
        }
        throw .system(operation: "make", path: root + "/" + base, code: errno)
    }

    /// Returns the folder of a recording; nil if it does not exist. Only names that the daemon creates are valid, so that a name cannot
    /// refer to another folder.
    func folder(of name: String) -> String? {
        guard !name.isEmpty, name.count < 64, name.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }) else { return nil }
        var status = stat()
        let path = root + "/" + name
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? path : nil
    }

    /// Returns all recordings, the oldest first.
    func list() -> [StoredRecording] { Self.entries(of: root).compactMap { stored($0) } }

    /// Returns one recording.
    func stored(_ name: String) -> StoredRecording? {
        guard let folder = folder(of: name) else { return nil }
        let files = Self.entries(of: folder).filter { $0.hasSuffix(Self.ending) || $0.hasSuffix(Self.ending + LogPacking.ending) }
        // while a file is being packed, both the file and its packed copy exist
        let once = files.filter { !files.contains($0 + LogPacking.ending) }
        let sized = once.map { file in
            var status = stat()
            return (name: file, bytes: stat(folder + "/" + file, &status) == 0 ? Int(status.st_size) : 0)
        }
        return StoredRecording(name: name, note: readNote(folder), files: sized)
    }

    /// Bytes of all recordings.
    var bytes: Int { list().reduce(0) { $0 + $1.bytes } }

    /// Removes a recording and all its files.
    func delete(_ name: String) throws(LogError) {
        guard let folder = folder(of: name) else { return }
        for file in Self.entries(of: folder) where unlink(folder + "/" + file) != 0 {
            throw .system(operation: "delete", path: folder + "/" + file, code: errno)
        }
        guard rmdir(folder) == 0 else { throw .system(operation: "delete", path: folder, code: errno) }
    }

    /// Writes a recording's note; the old note stays until the new one is complete.
    func write(_ note: RecordingNote, of name: String) throws(LogError) {
        guard let folder = folder(of: name), let bytes = try? JSONEncoder().encode(note) else { return }
        do throws(SystemError) {
            try WholeFile.write([UInt8](bytes), to: folder + "/" + Self.note)
        } catch {
            throw LogError(error)
        }
    }

    /// Repairs and packs the files that a crash left open. Incomplete records at the end of a file are cut off.
    /// - Returns: the number of repaired files.
    func recover() -> Int {
        var count = 0
        for recording in list() {
            guard let folder = folder(of: recording.name) else { continue }
            for file in recording.files where file.name.hasSuffix(Self.ending) {
                // shorter than the beginning of a log
                guard file.bytes >= LogEncoder.beginning.count else {
                    unlink(folder + "/" + file.name)
                    continue
                }
                guard let writer = try? LogWriter(continuing: folder + "/" + file.name), (try? writer.sync()) != nil else { continue }
                _ = try? LogPacking.pack(writer.path)
                count += 1
            }
        }
        return count
    }

    /// Repairs and packs the files that a crash left open, for all users.
    static func recoverAll(below root: String) -> Int {
        entries(of: root).compactMap { UInt32($0) }.reduce(0) { $0 + RecordingFiles(root: root + "/\($1)").recover() }
    }

    private func readNote(_ folder: String) -> RecordingNote? {
        guard let bytes = FileManager.default.contents(atPath: folder + "/" + Self.note) else { return nil }
        return try? JSONDecoder().decode(RecordingNote.self, from: bytes)
    }

    /// Returns the names in a folder, sorted.
    private static func entries(of folder: String) -> [String] { (try? Folder.names(in: folder)) ?? [] }
}

extension StoredRecording {
    /// Returns the recording as org.inkd.Recorder describes it.
    /// - Parameter active: the name of the user's recording in progress.
    func message(active: String?) -> RecorderInterface.Recording {
        .init(
            name: name, label: note?.label, writer: note?.writer, began: note?.began, ended: note?.ended, files: files.map(\.name),
            bytes: bytes, active: name == active, problem: note?.problem)
    }
}

extension RecordingFiles {
    /// Maximum number of bytes that one call reads from a file.
    private static let pieceLength = 524_288

    /// Reads a piece of a file, in base64: 512 KiB, or the rest after the offset.
    /// - Throws: `NoSuchRecording`, `NoSuchFile`, and errors of the file system.
    func read(_ parameters: RecorderInterface.Read.Parameters) throws -> RecorderInterface.Read.Reply {
        guard let stored = stored(parameters.name), let folder = folder(of: parameters.name) else {
            throw RecorderInterface.NoSuchRecording(name: parameters.name)
        }
        guard let file = stored.files.first(where: { $0.name == parameters.file }) else {
            throw RecorderInterface.NoSuchFile(file: parameters.file)
        }
        guard parameters.offset >= 0 else {
            throw ClientInterface.InvalidValue(parameter: "offset", value: "\(parameters.offset)", allowed: "0 bytes or more")
        }
        let piece = try Descriptor(opening: folder + "/" + file.name, O_RDONLY).read(Self.pieceLength, at: Int(parameters.offset))
        return .init(data: Data(piece).base64EncodedString(), size: file.bytes)
    }
}
