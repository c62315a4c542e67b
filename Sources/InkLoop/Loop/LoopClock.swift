internal import InkProtocol
internal import InkWorkspace

/// The offset of the wall clock from the loop's clock. Workspaces use it, too. Loop thread only.
final class LoopClock {
    private let workspaces: WorkspaceDirectory
    private var clock = WallClock()

    init(workspaces: WorkspaceDirectory) { self.workspaces = workspaces }

    /// The offset when the wall clock was last read.
    var now: ClockOffset { clock.now }

    /// Reads the wall clock again, because it may have been set.
    func synchronize() {
        let before = clock.now
        clock.synchronize()
        guard clock.now != before else { return }
        let offset = clock.now.microseconds
        for workspace in workspaces.all { workspace.use(unixOffset: offset) }
    }

    /// Returns whether the machine has slept since the last call.
    func hasSlept() -> Bool { clock.hasSlept() }

    /// Pretends that the machine has slept for a number of microseconds.
    func pretendSleep(_ microseconds: Int64) { clock.pretendSleep(microseconds) }
}
