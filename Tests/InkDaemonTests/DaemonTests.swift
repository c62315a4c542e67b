import InkTestSupport
import Testing

/// Everything that runs a daemon, one after the other: they take the time that they measure.
@Suite("A running daemon", .serialized, .timeLimit(.minutes(MachineSpeed.minutes(5))))
struct DaemonTests {}
