internal import Evdev
internal import FoundationEssentials
internal import Glibc
internal import InkWorkspace
internal import Logging
internal import PenLog
internal import System
internal import Tablet

/// The learned wear of pens' tips, by tablet. With it a worn tip is recognized after its tablet is plugged in again, and after a restart.
/// Replays neither use nor change it. Loop thread only.
///
/// The file identifies pens by pseudonyms of their serial numbers, the same as in recordings.
final class TipMemory {
    /// A model of tablet, with the wear of its pens' tips.
    struct Tablet: Codable, Equatable {
        var vendor: UInt16
        var product: UInt16
        /// The name of the pen node.
        var name: String
        var tips: [TipWear]
    }

    private let loop: EventLoop
    private let shared: SharedState
    private let recorders: RecorderServer
    /// The known tablets, most recently used last; nil until first requested.
    private var known: [Tablet]?
    private lazy var names = Self.names(in: shared.settings.state)
    /// Whether a write of the file is queued.
    private var isDue = false

    private static let mostTablets = 64
    private static let mostTips = 16
    /// Maximum size of the file in bytes. A larger file is not read.
    private static let limit = 256 << 10

    init(loop: EventLoop, shared: SharedState, recorders: RecorderServer) {
        self.loop = loop
        self.shared = shared
        self.recorders = recorders
    }

    private var path: String { shared.settings.state + "/tips.json" }

    /// Returns the known wear of the tips of a tablet's pens.
    func tips(of identity: DeviceIdentity) -> [TipWear] {
        let tablets = known ?? Self.tablets(in: (try? WholeFile.read(path, limit: Self.limit)) ?? [])
        known = tablets
        return tablets.last { Self.isSame($0, identity) }?.tips ?? []
    }

    /// Returns a function from the serial number of a tablet's pen to its pseudonym.
    func penName(of identity: DeviceIdentity) -> @Sendable (UInt32) -> UInt32 {
        guard identity.role == .pen else { return { $0 } }
        let (names, isPlayed) = (names, identity.isVirtual || identity.isReplay)
        return { UInt32(bitPattern: names.of(serial: Int32(bitPattern: $0), isPlayed: isPlayed)) }
    }

    /// Stores the wear of the tips of a tablet's pens, and schedules writing the file.
    func note(_ tips: [TipWear], of identity: DeviceIdentity) {
        var tablets = (known ?? []).filter { !Self.isSame($0, identity) }
        tablets.append(Tablet(vendor: identity.hardware.vendor, product: identity.hardware.product, name: identity.name, tips: tips))
        known = tablets.suffix(Self.mostTablets)
        guard !isDue else { return }
        isDue = true
        // write after other work queued on the loop, so that several proximity sessions are written at once
        LoopBound(self, on: loop).post { $0.write() }
    }

    /// Writes the file on the thread of recordings.
    func write() {
        guard isDue, let known else { return }
        isDue = false
        let (path, logger) = (path, shared.logger)
        recorders.performOnFiles {
            do {
                try WholeFile.write(Array(JSONEncoder().encode(known)), to: path)
            } catch {
                logger.warning("cannot store the learned pressure of worn tips: \(error)")
            }
        }
    }

    private static func isSame(_ tablet: Tablet, _ identity: DeviceIdentity) -> Bool {
        tablet.vendor == identity.hardware.vendor && tablet.product == identity.hardware.product && tablet.name == identity.name
    }

    /// Decodes a file; invalid entries are left out.
    static func tablets(in bytes: [UInt8]) -> [Tablet] {
        let tablets = (try? JSONDecoder().decode([Tablet].self, from: Data(bytes))) ?? []
        return tablets.suffix(mostTablets).map { tablet in
            var tablet = tablet
            tablet.tips = Array(tablet.tips.filter { $0.visits > 0 }.suffix(mostTips))
            return tablet
        }
    }

    /// Returns the pseudonyms that recordings use. If their salt cannot be stored, the pseudonyms are valid until the daemon ends.
    private static func names(in state: String) -> Pseudonym {
        let folder = state + "/recordings"
        for path in [state, folder] { mkdir(path, 0o700) }
        return (try? Pseudonym(saltFile: folder + "/salt")) ?? Pseudonym(salt: (0..<32).map { _ in .random(in: 0...255) })
    }
}
