import Editing
import Foundation
import Glibc
import Ink
import InkTestSupport
import Synchronization
import Testing

@testable import InkStore

@Suite("A crash")
struct CrashTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    @Test("loses no append that had returned, at whatever moment a process is killed")
    func killed() throws {
        if let writer = ProcessInfo.processInfo.environment[Self.writer] { return try Self.writeUntilKilled(writer) }
        let space = try place.space()
        var dice = SeededGenerator(seed: 11)
        var strokes = 0
        for _ in 0..<12 {
            let delay = UInt32.random(in: 0...60_000, using: &dice)
            let writer = try ChildProgram(
                ["/usr/bin/env", "\(Self.writer)=\(delay) \(place.path)", ProcessInfo.processInfo.arguments[0]]
                    + ["--testing-library", "swift-testing", "--filter", "CrashTests/killed"])
            #expect(writer.wait() == 128 + SIGKILL)
            let returned = place.bytes(place.path + "/returned").count
            let opened = try space.open("notes", .create)
            #expect(opened.setAside == nil && (opened.isRecovered || returned == 0))
            let content = try opened.package.parts.first.map { try opened.package.load($0.id) } ?? PartContent()
            #expect(content.items == Self.items(content.items.count) && content.unreadable.isEmpty)
            #expect(content.items.count >= returned)
            strokes = max(strokes, content.items.count)
        }
        #expect(strokes > 10)
    }

    /// A process that has this in its environment is the one that is killed: the microseconds after which it is, a space, and the workplace's path.
    ///
    /// An exit test of Swift Testing would do the same; but where all tests wait for two threads, its process lies ended for minutes, and the thread
    /// that asks for ended processes meanwhile never rests.
    private static let writer = "INKD_CRASH_WRITER"

    /// Goes on writing where the last process was killed; after every append a byte is added to the file `returned`.
    private static func writeUntilKilled(_ writer: String) throws {
        let parts = writer.split(separator: " ", maxSplits: 1)
        let delay = try #require(parts.first.flatMap { UInt32($0) })
        let path = String(try #require(parts.last))
        Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
        }
        let space = try PackageSpace(root: path + "/packages", temporary: path + "/work")
        let package = try space.open("notes", .create).package
        let part = try package.parts.first?.id ?? package.createPart(.drawing).id
        var count = try package.load(part).items.count
        let log = Glibc.open(path + "/returned", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        while true {
            count += 1
            try package.append(Samples.adding([item(count)]), to: part)
            write(log, "+", 1)
        }
    }

    /// Large enough that the log is brought into the database every hundred or so.
    private static func item(_ number: Int) -> DocumentItem {
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 40_000)
        return .block(
            Samples.block(UInt64(number), .drawing, .image(InkImage(mediaType: "image/png", bytes: bytes, width: 1, height: 1))))
    }

    private static func items(_ count: Int) -> [DocumentItem] { count == 0 ? [] : (1...count).map(item) }

    fileprivate static let strokes = (1...1000 as ClosedRange<UInt64>).map { Samples.stroke($0) }

    @Test("image taken while strokes are written has every stroke whose append had returned")
    func imagesDuringAppends() throws {
        let package = try place.space().open("notes", .createNew).package
        let part = try package.createPart(.text).id
        let progress = Progress()
        let images = try place.images(100, seed: 5) { progress.returned.load(ordering: .acquiring) }
        var count = 0
        images.start()
        while !images.isFinished, count < Self.strokes.count {
            try package.append(Samples.adding([Self.strokes[count]]), to: part)
            count += 1
            progress.returned.store(count, ordering: .releasing)
            // images of a writer that never rests would be blurred by the log being brought into the database
            usleep(400)
        }
        while !images.isFinished { usleep(1000) }
        #expect(images.taken.count == 100)
        for image in images.taken {
            let found = try place.strokes(inImage: image.database, image.log)
            #expect(found >= image.returned && found <= count, "\(found) of \(image.returned)")
        }
    }

    @Test("that cuts the log off, or leaves rubbish at its end, leaves all strokes before and none after")
    func cutLog() throws {
        var dice = SeededGenerator(seed: 7)
        let package = try place.space().open("notes", .createNew).package
        let part = try package.createPart(.text).id
        let folder = place.temporary + "/notes-files"
        var sizes = [place.bytes(folder + "/working.sqlite-wal").count]
        for number in 1...60 as ClosedRange<UInt64> {
            try package.append(Samples.adding([Samples.stroke(number)]), to: part)
            sizes.append(place.bytes(folder + "/working.sqlite-wal").count)
        }
        let (database, log) = (place.bytes(folder + "/working.sqlite"), place.bytes(folder + "/working.sqlite-wal"))
        #expect(sizes == sizes.sorted() && sizes.last == log.count)
        for _ in 0..<100 {
            let cut = Int.random(in: sizes[0]...log.count, using: &dice)
            let rubbish = (0..<Int.random(in: 0...5000, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
            let found = try place.strokes(inImage: database, log.prefix(cut) + (Bool.random(using: &dice) ? rubbish : []))
            #expect(found == (sizes.lastIndex { $0 <= cut } ?? 0), "cut at \(cut)")
        }
    }
}

/// The number of appends that have returned.
private final class Progress: Sendable {
    let returned = Atomic(0)
}

extension Workplace {
    /// The number of strokes that a process finds after a crash which left these files; they have to be 1, 2, 3…
    fileprivate func strokes(inImage database: [UInt8], _ log: some Collection<UInt8>) throws -> Int {
        let place = try Workplace()
        let folder = place.temporary + "/notes-files"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: place.root, withIntermediateDirectories: true)
        try place.write(database, folder + "/working.sqlite")
        try place.write(log, folder + "/working.sqlite-wal")
        let opened = try place.space().open("notes")
        #expect(opened.isRecovered && opened.setAside == nil)
        let content = try opened.package.load(opened.package.part(at: 0).id)
        #expect(content.items == Array(CrashTests.strokes.prefix(content.items.count)) && content.unreadable.isEmpty)
        return content.items.count
    }

    fileprivate func images(_ count: Int, seed: UInt64, returned: @escaping @Sendable () -> Int) throws -> CrashImages {
        CrashImages(folder: temporary + "/notes-files", count: count, seed: seed, returned: returned)
    }
}

/// Copies of a working copy, taken at random moments by a thread of their own.
private final class CrashImages: Sendable {
    struct Image {
        var database: [UInt8]
        var log: [UInt8]
        /// The number of appends that had returned before the copy was begun.
        var returned: Int
    }

    private let images = Mutex<[Image]>([])
    private let folder: String
    private let count: Int
    private let seed: UInt64
    private let returned: @Sendable () -> Int

    init(folder: String, count: Int, seed: UInt64, returned: @escaping @Sendable () -> Int) {
        (self.folder, self.count, self.seed, self.returned) = (folder, count, seed, returned)
    }

    var taken: [Image] { images.withLock { $0 } }
    var isFinished: Bool { images.withLock { $0.count } >= count }

    func start() {
        Thread.detachNewThread { [self] in
            var dice = SeededGenerator(seed: seed)
            while !isFinished {
                usleep(.random(in: 0...2000, using: &dice))
                take()
            }
        }
    }

    /// Two files cannot be copied in one moment: a copy counts unless the log was brought into the database meanwhile.
    private func take() {
        let returned = returned()
        let before = read("working.sqlite")
        let log = read("working.sqlite-wal")
        let after = read("working.sqlite")
        guard before == after, log.prefix(32) == read("working.sqlite-wal").prefix(32) else { return }
        images.withLock { $0.append(Image(database: before, log: log, returned: returned)) }
    }

    private func read(_ file: String) -> [UInt8] { FileManager.default.contents(atPath: folder + "/" + file).map { [UInt8]($0) } ?? [] }
}
