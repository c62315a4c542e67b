internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import ModelStore
internal import System

/// `inkctl models install`.
struct ModelsInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Install model files.",
        discussion: """
            Examples:
              inkctl models install de.safetensors              one file
              inkctl models install ~/Downloads/models          all files of a folder
              inkctl models install --everybody de.safetensors  for all users

            inkd checks a model before it can be used, and reports the error of an invalid one. A \
            model replaces an installed one with the same tag.

            Models installed by root and by the administrators in inkd's configuration are for all \
            users, those of other users only for themselves. --everybody and --only-me override \
            this; --everybody may ask for a password.
            """)

    @Argument(help: ArgumentHelp("Model files, and folders of such files.", valueName: "path"), completion: .file())
    var paths: [String]

    @OptionGroup var whom: ModelAudience

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var files: [String] = []
        for path in paths { files += try Self.files(at: path) }
        var bar = ProgressBar()
        var hasFailed = false
        for (index, path) in files.enumerated() {
            let name = String(path.split(separator: "/").last ?? "")
            do {
                let model = try ModelInstall(daemon: daemon, whom: whom).run(path) { fraction in
                    bar.show(
                        (Double(index) + fraction) / Double(files.count), "\(DisplayText.escaped(name)), \(index + 1) of \(files.count)")
                }
                bar.clear()
                try StandardOutput.writeLine(ModelInstall.line(model))
            } catch let error as ClientError where error.isRefusal {
                bar.clear()
                hasFailed = true
                StandardError.say("\(path): \(whom.explanation(of: error))")
            }
        }
        if hasFailed { throw ExitCode.failure }
    }

    /// Returns the path itself if it is the path of a file, or the paths of the models in a folder.
    ///
    /// - Throws: `CorpusError.unreadable`; `InkctlError.noModelFiles` for a folder without any.
    static func files(at path: String) throws -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw CorpusError.unreadable(path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
        let found = ModelStore.look(at: path)
        let files = found.models.map(\.path) + found.problems.map(\.path)
        guard !files.isEmpty else { throw InkctlError.noModelFiles(folder: path) }
        return files.sorted()
    }
}

/// Uploads a model's file to inkd.
struct ModelInstall {
    let daemon: DaemonOptions
    let whom: ModelAudience

    /// Uploads the file, and waits until inkd has checked it.
    ///
    /// - Parameter progress: called with the fraction that inkd has received.
    /// - Throws: `ClientError`, `CorpusError.unreadable`.
    func run(_ path: String, _ progress: (Double) -> Void) throws -> ModelsInterface.Model {
        let file = try ModelFile(path: path)
        let watch = try daemon.connect().installModel(size: file.size, forEverybody: whom.everybody)
        let calls = try daemon.connect()
        guard let upload = try watch.next()?.upload else { throw ClientError.connectionLost(errno: 0) }
        var sent = 0
        while sent < file.size {
            do {
                sent = try calls.write(try file.read(ModelsInterface.Write.limit), toUpload: upload)
            } catch let error as ClientError where error.refusal(as: ModelsInterface.NoSuchUpload.self) != nil {
                // the daemon has ended the upload, and the watch receives the reason
                break
            }
            progress(Double(sent) / Double(file.size))
        }
        while let reply = try watch.next() {
            if let model = reply.model { return model }
        }
        throw ClientError.connectionLost(errno: 0)
    }

    /// Returns the message about an installed model.
    static func line(_ model: ModelsInterface.Model) -> String {
        "\(DisplayText.escaped(model.tag)): installed \(model.user == nil ? "for all users" : "for you"), \(model.sizeText)"
    }
}

/// Options that select the users of a model.
struct ModelAudience: ParsableArguments {
    /// The users of a model.
    enum Users: EnumerableFlag {
        case everybody, onlyMe

        static func help(for value: Users) -> ArgumentHelp? {
            switch value {
            case .everybody: "The model for all users; may ask for an administrator's password."
            case .onlyMe: "The model for you only."
            }
        }
    }

    @Flag var users: Users?

    /// The users in the form of the field `everybody` of org.inkd.Models; nil without an option.
    var everybody: Bool? { users.map { $0 == .everybody } }

    /// Returns the message for an error, with its remedy.
    func explanation(of error: ClientError) -> String {
        guard error.refusal(as: ServiceInterface.PermissionDenied.self) != nil, users != .onlyMe else { return error.explanation }
        return "Only root and the users in access.administrators of /etc/inkd/inkd.yaml may change models for all users. "
            + "Use --everybody and an administrator's password."
    }
}

/// A file that is read in pieces.
final class ModelFile {
    /// The file's size in bytes when it was opened.
    let size: Int

    private let path: String
    private let descriptor: Descriptor

    /// Opens the file.
    ///
    /// - Throws: `unreadable`.
    init(path: String) throws(CorpusError) {
        self.path = path
        do throws(SystemError) {
            descriptor = try Descriptor(readingFile: path)
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
        var status = stat()
        size = fstat(descriptor.number, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns the next bytes, at most `count`.
    ///
    /// - Throws: `unreadable`, also if the file was truncated meanwhile.
    func read(_ count: Int) throws(CorpusError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let result = Glibc.read(descriptor.number, buffer.baseAddress, count)
            if result < 0 { code = errno }
            filled = max(0, result)
        }
        guard !bytes.isEmpty else { throw .unreadable(path: path, code: code == 0 ? EIO : code) }
        return bytes
    }
}
