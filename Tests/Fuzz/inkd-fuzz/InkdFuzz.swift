import CLibFuzzer
import Foundation
import Glibc

/// Feeds one of inkd's parsers with inputs that libFuzzer makes by what the earlier ones reached.
///
///     inkd-fuzz TARGET [libFuzzer's flags, folders of inputs, or files to run once]
///     inkd-fuzz seeds FOLDER      writes the inputs to begin with, into a folder for each target
///     inkd-fuzz dictionaries FOLDER   writes the words of interfaces, a file for each target that has such
///     inkd-fuzz list              the targets' names
@main
enum InkdFuzz {
    /// How libFuzzer, which starts this program again to merge folders, is told the target: it passes over flags with two dashes.
    private static let flag = "--target="

    static func main() {
        let arguments = CommandLine.arguments
        let words = arguments.dropFirst()
        switch words.first {
        case "list": print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
        case "seeds": writeSeeds(to: words.dropFirst().first ?? ".")
        case "dictionaries": writeDictionaries(to: words.dropFirst().first ?? ".")
        case let name?:
            let plain = name.hasPrefix(flag) ? String(name.dropFirst(flag.count)) : name
            guard let target = FuzzTarget.all.first(where: { $0.name == plain }) else { end(2, "there is no target \(plain): see `list`") }
            exit(run(target, [arguments[0], flag + plain] + words.dropFirst()))
        case nil: end(2, "usage: inkd-fuzz TARGET [FLAG|FOLDER|FILE]…, inkd-fuzz seeds|dictionaries FOLDER, inkd-fuzz list")
        }
    }

    private static func run(_ target: FuzzTarget, _ arguments: [String]) -> Int32 {
        running = target
        // libFuzzer ends the process by `exit`
        atexit { if Played.frames > 0 { print("stat::frames: \(Played.frames)") } }
        var pointers = arguments.map { strdup($0) } + [nil]
        return pointers.withUnsafeMutableBufferPointer { buffer in
            var (count, start) = (Int32(arguments.count), buffer.baseAddress)
            return LLVMFuzzerRunDriver(&count, &start) { bytes, size in
                running?.run(UnsafeRawBufferPointer(start: bytes, count: size))
                return 0
            }
        }
    }

    private static func writeSeeds(to folder: String) {
        do {
            for (target, seeds) in try Seeds.all() {
                let folder = "\(folder)/\(target)"
                guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { end(1, "cannot make \(folder)") }
                for seed in seeds { try WorkFile("\(folder)/\(seed.name)").write(seed.bytes) }
            }
        } catch {
            end(1, "\(error)")
        }
    }

    private static func writeDictionaries(to folder: String) {
        do {
            for (target, words) in Seeds.dictionaries {
                try WorkFile("\(folder)/\(target).dict").write(words.map { "\"\($0)\"\n" }.joined().utf8)
            }
        } catch {
            end(1, "\(error)")
        }
    }

    private static func end(_ status: Int32, _ reason: String) -> Never {
        say(reason)
        exit(status)
    }
}

/// The target that this process feeds: libFuzzer's function has no room for it.
nonisolated(unsafe) private var running: FuzzTarget?

/// A parser with what must hold of all that it reads.
struct FuzzTarget: Sendable {
    /// As the command line and the folders name it.
    let name: String
    /// Reads an input; ends the process where something does not hold.
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    /// A target of this name.
    init(_ name: String, _ run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) { (self.name, self.run) = (name, run) }

    /// All targets, in the order in which they are run.
    static let all =
        [frames, udev, ink, varlink, interface, log, unpack, model, package, rows, image, jiix] + exchange + [xopp, quirks, configuration]
}

/// Writes a line to where errors go.
private func say(_ text: String) { FileHandle.standardError.write(Data("inkd-fuzz: \(text)\n".utf8)) }

/// Ends the process, as a crash does, unless it holds.
func demand(_ condition: Bool, _ claim: @autoclosure () -> String, file: StaticString = #file, line: Int = #line) {
    guard !condition else { return }
    say("\(file):\(line): \(claim())")
    abort()
}

/// A file in memory that inputs are written into, for parsers that take a path.
struct WorkFile: Sendable {
    /// Where it is.
    let path: String

    init(_ path: String) { self.path = path }

    /// Replaces what is in it.
    /// - Throws: `Unwritable`.
    func write(_ bytes: some Collection<UInt8>) throws(Unwritable) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Unwritable(path: path) }
        defer { close(descriptor) }
        let bytes = Array(bytes)
        guard bytes.withUnsafeBytes({ Glibc.write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
            throw Unwritable(path: path)
        }
    }

    /// The file cannot be written.
    struct Unwritable: Error {
        /// Where it should be.
        let path: String
    }

    /// This process's own folder, in memory if `TMPDIR` names no other place. It goes with the process, unless that crashes.
    static let folder: String = {
        let path = "\(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/dev/shm")/inkd-fuzz-\(getpid())"
        demand(mkdir(path, 0o700) == 0, "cannot make \(path)")
        atexit { try? FileManager.default.removeItem(atPath: WorkFile.folder) }
        return path
    }()
}
