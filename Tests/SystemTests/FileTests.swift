import Glibc
import System
import Testing

/// A folder that goes with this object.
final class TestFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/system-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in (try? Folder.names(in: path)) ?? [] { unlink(path + "/" + name) }
        rmdir(path)
    }

    func permissions(_ name: String) -> UInt32 {
        var status = stat()
        return stat(path + "/" + name, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}

@Suite struct FileTests {
    @Test func aWholeFileIsWrittenForItsOwnerAndRead() throws {
        let folder = try TestFolder()
        let path = folder.path + "/file"
        try WholeFile.write(Array("old, and longer".utf8), to: path)
        try WholeFile.write(Array("new".utf8), to: path)
        #expect(try WholeFile.read(path) == Array("new".utf8))
        #expect(folder.permissions("file") == 0o600)
        #expect(try Folder.names(in: folder.path) == ["file"])
    }

    @Test func aFileInMemoryIsWrittenAndReadByWhoeverHasIt() throws {
        let file = try Descriptor(inMemory: "a name")
        try file.write([1, 2, 3])
        let other = Descriptor(taking: dup(file.number))
        #expect(try other.read(10, at: 0) == [1, 2, 3])
        // no program that is started inherits it
        #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func aFileThatIsNotCommittedLeavesNothing() throws {
        let folder = try TestFolder()
        let path = folder.path + "/file"
        try WholeFile.write([1], to: path)
        do {
            let file = try AtomicFile(beside: path)
            try file.write([2, 3])
            #expect(try Folder.names(in: folder.path) == ["file", "file.part"])
        }
        #expect(try WholeFile.read(path) == [1])
        #expect(try Folder.names(in: folder.path) == ["file"])
    }

    @Test func whatAnInterruptedRunLeftIsNotWrittenInto() throws {
        let folder = try TestFolder()
        try WholeFile.write([1], to: folder.path + "/precious")
        #expect(symlink(folder.path + "/precious", folder.path + "/file.part") == 0)
        try WholeFile.write([2], to: folder.path + "/file")
        #expect(try WholeFile.read(folder.path + "/precious") == [1])
        #expect(try Folder.names(in: folder.path) == ["file", "precious"])
    }

    @Test func aFileThatIsThereMayStay() throws {
        let folder = try TestFolder()
        let path = folder.path + "/file"
        try WholeFile.write([1], to: path)
        let file = try AtomicFile(in: folder.path, prefix: ".new-")
        try file.setPermissions(0o644)
        #expect(throws: SystemError("write", path, code: EEXIST)) { try file.commit(to: path, replacing: false) }
        #expect(try WholeFile.read(path) == [1])
        try file.commit(to: path)
        #expect(try WholeFile.read(path) == [])
        #expect(folder.permissions("file") == 0o644)
    }

    @Test func errorsNameOperationPathAndReason() throws {
        do throws(SystemError) {
            _ = try WholeFile.read("/nowhere/file")
            Issue.record("read what is not there")
        } catch {
            #expect(error == SystemError("open", "/nowhere/file", code: ENOENT))
            #expect(error.description == "cannot open /nowhere/file: No such file or directory")
        }
        #expect(throws: SystemError("make", "/nowhere/folder", code: ENOENT)) { try Folder.make("/nowhere/folder") }
        #expect(throws: SystemError("list", "/nowhere", code: ENOENT)) { try Folder.names(in: "/nowhere") }
        #expect(SystemError("create an eventfd", code: EMFILE).description == "cannot create an eventfd: Too many open files")
    }

    @Test func moreThanTheLimitIsRefused() throws {
        let folder = try TestFolder()
        let path = folder.path + "/file"
        try WholeFile.write([UInt8](repeating: 1, count: 200_000), to: path)
        #expect(try WholeFile.read(path, limit: 200_000).count == 200_000)
        #expect(throws: SystemError("read", path, code: EFBIG)) { try WholeFile.read(path, limit: 199_999) }
        // says that it has no bytes
        #expect(try !WholeFile.read("/proc/self/status").isEmpty)
    }

    @Test func whatIsNoRegularFileIsRefusedWithoutWaiting() throws {
        let folder = try TestFolder()
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero", "/dev/tty0"] where access(path, F_OK) == 0 {
            // nobody writes into the pipe, and zeros have no end
            #expect(throws: SystemError("open", path, code: SystemError.irregularFile)) { try WholeFile.read(path, limit: 1000) }
        }
        #expect(SystemError("open", pipe, code: SystemError.irregularFile).description.contains("not a regular file"))
        #expect(throws: SystemError("open", folder.path, code: EISDIR)) { try WholeFile.read(folder.path) }
        #expect(try WholeFile.read("/dev/null") == [])
        // as a shell's <(…): it is open already, and is waited for
        let writer = try ChildProcess("sh", ["-c", "sleep 0.3; echo later > \(pipe)"])
        let reader = try Descriptor(opening: pipe, O_RDONLY)
        #expect(try WholeFile.read("/dev/fd/\(reader.number)") == Array("later\n".utf8))
        #expect(writer.wait() == 0)
    }

    @Test func aFolderIsMadeOnceAndItsNamesAreSorted() throws {
        let folder = try TestFolder()
        try Folder.make(folder.path)
        for name in ["b", "a", ".hidden", String(repeating: "x", count: 250)] { try WholeFile.write([], to: folder.path + "/" + name) }
        #expect(try Folder.names(in: folder.path) == [".hidden", "a", "b", String(repeating: "x", count: 250)])
        try Folder.sync(folder.path)
    }

    @Test func aLockIsForOne() throws {
        let folder = try TestFolder()
        let path = folder.path + "/file"
        try WholeFile.write([], to: path)
        let first = try Descriptor(opening: path, O_RDONLY)
        let second = try Descriptor(opening: path, O_RDONLY)
        try first.lock()
        do throws(SystemError) {
            try second.lock()
            Issue.record("locked twice")
        } catch {
            #expect(error.code == EWOULDBLOCK)
        }
        first.unlock()
        try second.lock()
    }

    @Test func aMapShowsTheFile() throws {
        let folder = try TestFolder()
        let path = folder.path + "/file"
        try WholeFile.write([1, 2, 3], to: path)
        let map = try MappedFile(path: path)
        let mapped = Array(map.bytes)
        #expect(mapped == [1, 2, 3])
        try WholeFile.write([], to: path)
        let still = Array(map.bytes)
        #expect(still == [1, 2, 3])
        let empty = try MappedFile(path: path)
        let isEmpty = empty.bytes.isEmpty
        #expect(isEmpty)
        #expect(throws: SystemError("map", folder.path, code: EINVAL)) { _ = try MappedFile(path: folder.path) }
    }
}
