internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import System

/// `inkctl packages check`.
struct PackagesCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check packages for damage.",
        discussion: """
            Examples:
              inkctl packages check                   all your packages
              inkctl packages check notes             one package
              inkctl packages check ./notes.inkpkg    a file, such as a backup

            Reads all content and verifies its checksums. The exit status is 1 if anything is \
            damaged. Damaged content is omitted when a package is used; all other content remains \
            readable. The command changes nothing.
            """)

    @Argument(
        help: ArgumentHelp("Names of packages, and files whose names contain a slash or a period.", valueName: "package"),
        completion: .packages)
    var packages: [String] = []

    @Flag(help: "Write one JSON object per package, as defined in org.inkd.Packages.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    /// The maximum size of a file in bytes. inkd's own limit, quotas.transferSize, is lower by default.
    private static let maximumBytes = 1 << 30

    func run() throws {
        let connection = try daemon.connect()
        var isDamaged = false
        for name in packages.isEmpty ? try connection.packages().map(\.name) : packages {
            let findings = try Self.check(name, connection)
            isDamaged = isDamaged || !findings.damage.isEmpty
            try StandardOutput.writeLine(json ? JSONLine.text(of: findings) : Self.line(findings))
        }
        if isDamaged { throw ExitCode.failure }
    }

    private static func check(_ name: String, _ connection: InkConnection) throws -> PackagesInterface.Findings {
        let isFile = name.contains("/") || name.contains(".")
        let file = isFile ? try contents(of: name) : []
        var findings = try findings(of: name, isFile ? file : nil, connection)
        findings.name = name
        return findings
    }

    /// Returns the findings of a package. A package that cannot be opened at all counts as damaged.
    private static func findings(
        of name: String, _ file: [UInt8]?, _ connection: InkConnection
    ) throws(ClientError) -> PackagesInterface.Findings {
        do throws(ClientError) {
            if let file { return try connection.checkPackage(file: file) }
            return try connection.checkPackage(name)
        } catch {
            guard let refusal = error.refusal(as: PackagesInterface.PackageDamaged.self) else { throw error }
            return .init(name: name, parts: 0, things: 0, damage: [refusal.reason])
        }
    }

    private static func contents(of path: String) throws(CorpusError) -> [UInt8] {
        do throws(SystemError) {
            return try WholeFile.read(path, limit: maximumBytes)
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
    }

    /// Returns the findings as a line for the user.
    static func line(_ findings: PackagesInterface.Findings) -> String {
        let name = DisplayText.escaped(findings.name)
        let contents = "\(DisplayText.count(findings.parts, "part")), \(DisplayText.count(findings.things, "item"))"
        guard !findings.damage.isEmpty else { return "\(name): no damage, \(contents)" }
        return "\(name): damaged: \(findings.damage.map { DisplayText.escaped($0) }.joined(separator: "; "))"
    }
}
