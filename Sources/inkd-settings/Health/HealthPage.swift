internal import CGtk4
internal import Glibc
internal import System

/// The page that lists problems that keep the pen from writing, with buttons for fixes that a command can make.
@MainActor
final class HealthPage: Page {
    let widget: Widget
    private let worker: DaemonThread
    private let column = PageColumn("Health")
    private let summary = Label("")
    private let findings = Group("Checks")
    private let again: Button
    private let watch: Button
    private var state = HealthState.looking

    /// Seconds in which the user is to write with the pen.
    private static let watchSeconds = 10

    /// - Parameter worker: a thread for waiting until programs end; it is not used for anything else.
    init(_ worker: DaemonThread) {
        self.worker = worker
        widget = Scrolled(column)
        again = Button("Check again") {}
        watch = Button("Watch the pen") {}
        column.append(LinearBox.row(spacing: 8, [summary.expanded(), watch, again]))
        column.append(findings)
        again.on("clicked") { [weak self] in self?.look() }
        watch.on("clicked") { [weak self] in self?.look(watching: true) }
        watch.setAccessibleDescription("Reports whether the pen sends anything within \(Self.watchSeconds) seconds")
    }

    func appear() { look() }

    private func look(watching: Bool = false) {
        state = .looking
        render()
        if watching { summary.text = "Write a stroke with the pen within \(Self.watchSeconds) seconds …" }
        let socket = worker.socket
        let arguments =
            ["doctor", "--json"] + (socket.map { ["--socket", $0] } ?? []) + (watching ? ["--watch", "\(Self.watchSeconds)"] : [])
        // the doctor waits some seconds for each answer of a hanging inkd
        let patience = (watching ? Self.watchSeconds : 0) * 1000 + 30_000
        worker.work {
            ChildProcess.output(of: OwnPrograms.path(of: "inkctl"), arguments, within: patience)
                .map { String(decoding: $0, as: UTF8.self) }
        } then: { [weak self] output in
            self?.state = HealthState(output: output)
            self?.render()
        }
    }

    private func mend(_ mend: Fix) {
        summary.text = "\(mend.title) …"
        worker.work {
            for step in mend.steps { step.carryOut() }
        } then: { [weak self] in
            // the check waits, because a started service needs a moment until it answers
            MainThread.post(after: 700) { self?.look() }
        }
    }

    private func render() {
        summary.text = state.summary
        let isLooking = state == .looking
        again.isEnabled = !isLooking
        watch.isEnabled = !isLooking
        guard case .found(let found) = state else {
            if !isLooking { findings.replaceAll(with: []) }
            return findings.isEnabled = !isLooking
        }
        findings.isEnabled = true
        findings.replaceAll(with: found.map(row))
    }

    private func row(_ finding: Finding) -> Row {
        let sign = Label(finding.level.sign).styled("level", "level-\(finding.level.rawValue)").called(finding.level.name)
        let mend = Fix.of(finding).map { mend in Button(mend.title) { [weak self] in self?.mend(mend) } }
        return Row(finding.sentence, finding.remedy, leading: sign, trailing: mend.map { [$0] } ?? [])
    }
}

extension Fix.Step {
    /// Performs the step and waits for its end. The doctor then checks whether the step has helped.
    fileprivate func carryOut() {
        switch self {
        case .run(let words): Self.start(words)
        case .append(let schema, let key, let element):
            let present = ChildProcess.output(of: "gsettings", ["get", schema, key], within: 5000).map {
                String(decoding: $0, as: UTF8.self)
            }
            if let list = present.flatMap({ Fix.list($0, with: element) }) { Self.start(["gsettings", "set", schema, key, list]) }
        }
    }

    private static func start(_ words: [String]) {
        guard let program = words.first else { return }
        let child = try? ChildProcess(OwnPrograms.path(of: program), Array(words.dropFirst()), input: .null)
        child?.wait()
    }
}

/// inkd's other programs, which are in the same folder as this program in any installation.
enum OwnPrograms {
    /// Returns the path of a program in the folder of this program, or the name of a program that is not there, to be searched in PATH.
    static func path(of program: String) -> String {
        guard let own = realpath("/proc/self/exe", nil) else { return program }
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast().map { "/" + $0 }.joined()
        return access("\(folder)/\(program)", X_OK) == 0 ? "\(folder)/\(program)" : program
    }
}
