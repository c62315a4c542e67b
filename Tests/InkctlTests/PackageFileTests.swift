import Foundation
import Glibc
import InkProtocol
import InkTestSupport
import Synchronization
import Testing

@testable import inkctl

@Suite(
    "inkctl packages export and import", .enabled(if: InkctlProcess.path != nil, "inkctl is not beside the tests"),
    .timeLimit(.minutes(MachineSpeed.limit)))
struct PackageFileTests {
    /// Longer than one part of a transfer, and no text.
    private static let content = (0..<1_300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    private func run(_ words: String..., on server: PackageServer) throws -> InkctlProcess.Result {
        try InkctlProcess.run(["packages"] + words + ["--socket", server.path])
    }

    @Test("a package goes to a file for its owner alone, and comes in again under another name")
    func roundTrip() throws {
        try withFolder { folder in
            let server = try PackageServer(in: folder, ["notes": Self.content])
            let file = folder.appending(path: "notes.inkpkg").path()
            #expect(
                try run("export", "notes", "--to", file, on: server) == .init(status: 0, output: "notes: written, 1.3 MB\n", errors: ""))
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(try Data(contentsOf: URL(filePath: file)) == Data(Self.content))
            #expect(
                try run("import", "copy", "--from", file, on: server) == .init(status: 0, output: "copy: imported, 1.3 MB\n", errors: ""))
            #expect(server.packages == ["notes": Self.content, "copy": Self.content])
        }
    }

    @Test("a file that is there is left alone without --force, before inkd is asked")
    func overwriting() throws {
        try withFolder { folder in
            let server = try PackageServer(in: folder, ["notes": [1, 2, 3]])
            let file = folder.appending(path: "notes.inkpkg")
            try Data("mine".utf8).write(to: file)
            let refused = try run("export", "notes", "--to", file.path(), on: server)
            #expect(refused.status == 1 && refused.errors.contains("--force") && refused.output.isEmpty)
            #expect(try Data(contentsOf: file) == Data("mine".utf8) && server.calls.isEmpty)
            #expect(try run("export", "notes", "--to", file.path(), "--force", on: server).status == 0)
            #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
        }
    }

    @Test("what is refused is said, and leaves no file")
    func refusals() throws {
        try withFolder { folder in
            let server = try PackageServer(in: folder, ["notes": [1]])
            let file = folder.appending(path: "other.inkpkg").path()
            let missing = try run("export", "other", "--to", file, on: server)
            #expect(missing.status == 1 && missing.errors.contains("There is no package \"other\"") && access(file, F_OK) != 0)
            let unreadable = try run("import", "other", "--from", file, on: server)
            #expect(unreadable.status == 1 && unreadable.errors.contains(file))
            try Data([2]).write(to: URL(filePath: file))
            let taken = try run("import", "notes", "--from", file, on: server)
            #expect(taken.status == 1 && taken.errors.contains("A package \"notes\" already exists"))
            #expect(server.packages == ["notes": [1]])
        }
    }
}

/// Answers what a daemon would about whole packages and transfers, on a socket of its own.
private final class PackageServer: Sendable {
    private struct State {
        var packages: [String: [UInt8]]
        var transfers: [Int: [UInt8]] = [:]
    }

    private let server: ScriptedServer
    private let state: Shared

    /// Of the server's threads and the test.
    private final class Shared: Sendable {
        let state: Mutex<State>

        init(_ packages: [String: [UInt8]]) { state = Mutex(State(packages: packages)) }
    }

    var path: String { server.path }
    var packages: [String: [UInt8]] { state.state.withLock { $0.packages } }
    /// Full names of the methods that were called.
    var calls: [String] { server.received.map(\.method) }

    init(in folder: URL, _ packages: [String: [UInt8]]) throws {
        let state = Shared(packages)
        self.state = state
        server = try ScriptedServer(path: folder.appending(path: "inkd").path(), connections: .max) { call in
            .init(bytes: try state.state.withLock { try Self.answer(call, &$0) })
        }
    }

    deinit { server.close() }

    private static func answer(_ call: Call, _ state: inout State) throws -> [UInt8] {
        switch call.method {
        case TransfersInterface.Begin.name:
            state.transfers[7] = []
            return try Reply.encode(TransfersInterface.Begin.self, .init(transfer: 7))
        case TransfersInterface.Write.name:
            let parameters = try call.parameters(of: TransfersInterface.Write.self)
            state.transfers[parameters.transfer, default: []] += Data(base64Encoded: parameters.data) ?? Data()
            return try Reply.encode(TransfersInterface.Write.self, .init(received: state.transfers[parameters.transfer]?.count ?? 0))
        case TransfersInterface.Read.name:
            let parameters = try call.parameters(of: TransfersInterface.Read.self)
            let all = state.transfers[parameters.transfer] ?? []
            let part = Data(all.dropFirst(parameters.offset).prefix(TransfersInterface.Write.limit))
            return try Reply.encode(TransfersInterface.Read.self, .init(data: part.base64EncodedString(), size: all.count))
        case TransfersInterface.End.name:
            state.transfers[try call.parameters(of: TransfersInterface.End.self).transfer] = nil
            return try Reply.encode(TransfersInterface.End.self, .init())
        case PackagesInterface.Export.name:
            let name = try call.parameters(of: PackagesInterface.Export.self).name
            guard let bytes = state.packages[name] else { return try Reply.encode(PackagesInterface.NoSuchPackage(name: name)) }
            state.transfers[8] = bytes
            return try Reply.encode(PackagesInterface.Export.self, .init(transfer: 8, size: bytes.count))
        case PackagesInterface.Import.name:
            let parameters = try call.parameters(of: PackagesInterface.Import.self)
            let name = parameters.name
            guard state.packages[name] == nil else { return try Reply.encode(PackagesInterface.PackageExists(name: name)) }
            let bytes = state.transfers.removeValue(forKey: parameters.transfer) ?? []
            state.packages[name] = bytes
            return try Reply.encode(
                PackagesInterface.Import.self,
                .init(package: .init(name: name, open: false, unsaved: false, recovered: false, bytes: bytes.count)))
        default: return try Reply.encode(ServiceInterface.MethodNotFound(method: call.method))
        }
    }
}
