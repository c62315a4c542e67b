internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol
internal import ModelStore

/// `inkctl models install`.
struct ModelsInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Gives models to inkd, for all users of this machine.",
        discussion: """
            Examples:
              inkctl models install de.safetensors      one file
              inkctl models install ~/Downloads/models  all that lie in a folder

            inkd checks a model before anybody sees it, and says what is wrong with a bad one. \
            One that has the same tag as an installed one replaces it. Only root and the user at \
            the screen may do this.
            """)

    @Argument(help: ArgumentHelp("Model files, and folders with such files.", valueName: "path"))
    var paths: [String]

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var files: [String] = []
        for path in paths { files += try Self.files(at: path) }
        var bar = ProgressBar()
        var hasFailed = false
        for (index, path) in files.enumerated() {
            let name = String(path.split(separator: "/").last ?? "")
            do {
                let model = try install(path) { fraction in
                    bar.show(
                        (Double(index) + fraction) / Double(files.count), "\(DisplayText.escaped(name)), \(index + 1) of \(files.count)")
                }
                bar.clear()
                try StandardOutput.writeLine("\(DisplayText.escaped(model.tag)): installed, \(model.sizeText)")
            } catch let error as ClientError where error.isRefusal {
                bar.clear()
                hasFailed = true
                StandardError.say("\(path): \(error.explanation)")
            }
        }
        if hasFailed { throw ExitCode.failure }
    }

    /// The file itself, or the models in the folder.
    ///
    /// - Throws: `noModelFiles` for a folder without any.
    static func files(at path: String) throws(InkctlError) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
        let found = ModelStore.look(at: path)
        let files = found.models.map(\.path) + found.problems.map(\.path)
        guard !files.isEmpty else { throw .noModelFiles(folder: path) }
        return files.sorted()
    }

    /// Hands one file over.
    private func install(_ path: String, _ progress: (Double) -> Void) throws -> ModelsInterface.Model {
        let file = try ModelFile(path: path)
        let watch = try daemon.connect().installModel(size: file.size)
        let calls = try daemon.connect()
        guard let upload = try watch.next()?.upload else { throw ClientError.connectionLost(errno: 0) }
        var sent = 0
        while sent < file.size {
            do {
                sent = try calls.write(try file.read(ModelsInterface.Write.limit), toUpload: upload)
            } catch let error as ClientError where error.refusal(as: ModelsInterface.NoSuchUpload.self) != nil {
                // it was ended: the watch says why
                break
            }
            progress(Double(sent) / Double(file.size))
        }
        while let reply = try watch.next() {
            if let model = reply.model { return model }
        }
        throw ClientError.connectionLost(errno: 0)
    }
}
