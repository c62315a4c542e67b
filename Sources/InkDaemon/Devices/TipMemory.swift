internal import Evdev
internal import FoundationEssentials
internal import Glibc
internal import Logging
internal import PenLog
internal import System
internal import Tablet

/// What was learned of the tips of pens, by tablet: a worn tip is known again when its tablet is plugged in again, and after a restart.
/// Replays know and leave nothing of it. Loop thread only.
///
/// The file has pseudonyms of pens' serial numbers, those of recordings.
final class TipMemory {
    /// One model of tablet.
    struct Tablet: Codable, Equatable {
        var vendor: UInt16
        var product: UInt16
        /// The pen node's.
        var name: String
        var tips: [TipWear]
    }

    private unowned let hubs: Hubs
    /// The one that was used last at the end; nil as long as nothing was asked for.
    private var known: [Tablet]?
    private lazy var names = Self.names(in: hubs.settings.state)
    /// The file is to be written, by work that has not begun.
    private var isDue = false

    private static let mostTablets = 64
    private static let mostTips = 16
    /// Bytes of the file; more is not read.
    private static let limit = 256 << 10

    init(_ hubs: Hubs) { self.hubs = hubs }

    private var path: String { hubs.settings.state + "/tips.json" }

    /// What is known of the tips on a tablet.
    func tips(of identity: DeviceIdentity) -> [TipWear] {
        let tablets = known ?? Self.tablets(in: (try? WholeFile.read(path, limit: Self.limit)) ?? [])
        known = tablets
        return tablets.last { Self.isSame($0, identity) }?.tips ?? []
    }

    /// The names of a tablet's pens, by their serial numbers.
    func penName(of identity: DeviceIdentity) -> @Sendable (UInt32) -> UInt32 {
        guard identity.role == .pen else { return { $0 } }
        let (names, isPlayed) = (names, identity.isVirtual || identity.isReplay)
        return { UInt32(bitPattern: names.of(serial: Int32(bitPattern: $0), isPlayed: isPlayed)) }
    }

    /// Takes in what a tablet has learned, and has it written.
    func note(_ tips: [TipWear], of identity: DeviceIdentity) {
        var tablets = (known ?? []).filter { !Self.isSame($0, identity) }
        tablets.append(Tablet(vendor: identity.hardware.vendor, product: identity.hardware.product, name: identity.name, tips: tips))
        known = tablets.suffix(Self.mostTablets)
        guard !isDue else { return }
        isDue = true
        // behind what else waits on the loop: several visits are one file
        hubs.daemon.post { $0.hubs.tips.write() }
    }

    /// Has the file written by the thread of recordings.
    func write() {
        guard isDue, let known else { return }
        isDue = false
        let (path, logger) = (path, hubs.shared.logger)
        hubs.recorders.performOnFiles {
            do {
                try WholeFile.write(Array(JSONEncoder().encode(known)), to: path)
            } catch {
                logger.warning("what was learned of worn tips is not kept: \(error)")
            }
        }
    }

    private static func isSame(_ tablet: Tablet, _ identity: DeviceIdentity) -> Bool {
        tablet.vendor == identity.hardware.vendor && tablet.product == identity.hardware.product && tablet.name == identity.name
    }

    /// Reads a file; what makes no sense is left out.
    static func tablets(in bytes: [UInt8]) -> [Tablet] {
        let tablets = (try? JSONDecoder().decode([Tablet].self, from: Data(bytes))) ?? []
        return tablets.suffix(mostTablets).map { tablet in
            var tablet = tablet
            tablet.tips = Array(tablet.tips.filter { $0.visits > 0 }.suffix(mostTips))
            return tablet
        }
    }

    /// The pseudonyms of recordings; ones that last as long as the daemon where nothing can be kept.
    private static func names(in state: String) -> Pseudonym {
        let folder = state + "/recordings"
        for path in [state, folder] { mkdir(path, 0o700) }
        return (try? Pseudonym(saltFile: folder + "/salt")) ?? Pseudonym(salt: (0..<32).map { _ in .random(in: 0...255) })
    }
}
