public import Evdev
public import Ink
public import Logging
internal import System

/// The sessions that reading hardware needs.
public enum DeviceSessions: String, Sendable, Equatable {
    /// A user's session that is active on the device's seat, and not locked, as logind says.
    case required
    /// None: devices are read from when they are plugged in.
    case notNeeded = "none"
}

/// Everything that can be set. `config/inkd.yaml` shows each key with its default; a test holds the two together.
public struct Settings: Sendable, Equatable {
    /// The path of the socket unless systemd hands one over.
    public var socket = "/run/inkd/org.inkd"
    /// The recogniser's model; a daemon without one serves ink without text.
    public var model = InstalledFiles.own.share + "/models/latin.safetensors"
    /// The folder of the models that came with inkd.
    public var models = InstalledFiles.own.share + "/models"
    /// The folder of persistent state: packages, installed models, adaptations to users' hands.
    public var state = "/var/lib/inkd"
    /// The folder of unnamed packages, which tablets write into until a client opens a package: memory rather than a disk.
    public var runtime = "/run/inkd-ink"
    /// The folder of open packages' working copies; empty for beside the packages.
    public var temporary = ""
    /// BCP 47 tag of the language that editors read; empty for none in particular.
    public var language = "en"
    /// The least severity that goes to the journal.
    public var logLevel = Logger.Level.info
    /// Milliseconds without the pen down after which a reading is final.
    public var editorPause = 500
    /// Steps that an editor can undo.
    public var editorUndoSteps = 1000
    /// Milliseconds for which touches stay ignored after the pen went away.
    public var touchHoldOff = 90
    /// Whether devices made by programs (uinput) are read.
    public var devicesVirtual = true
    /// Whether a seat's devices are read only while a user's session is active and unlocked there.
    public var devicesSessions = DeviceSessions.required
    /// Patterns of the names of those that are.
    public var devicesPrograms = ["*"]
    /// Per cent of the pressure's range from which a tip touches, where no quirk says so.
    public var devicesTipDown = 0.8
    /// Per cent of the pressure's range at which a tip has left, where no quirk says so.
    public var devicesTipUp = 0.4
    /// Where the quirks lie that came with inkd; empty for beside the models.
    public var devicesQuirks = ""
    /// What is known of devices besides what they report; set by `SettingsLoader.loadWithQuirks`.
    public var quirks = QuirkRules()
    /// Areas of tablets, by "vendor:product" or by name. It has no variable and no flag: it is set in the file.
    public var devicesAreas: [String: TabletArea] = [:]
    /// Users' settings of tablets and their pens, by "vendor:product" or by name. It is set in the file, too.
    public var devicesTablets: [String: TabletSettings] = [:]
    /// MiB of recordings that are kept for each user; then no more is recorded.
    public var recorderLimit = 1024
    /// User names or numbers that may use every seat's devices, whoever's session is active.
    public var accessUsers: [String] = []
    /// User names or numbers that may change what all users share, such as models.
    public var accessAdministrators: [String] = []
    /// Clients that are served at a time.
    public var clientsMaximum = 64
    /// KiB that may wait for a client that does not read; with more it is disconnected.
    public var clientsQueue = 1024
    /// The limits of each user's share of the resources.
    public var quotas = Quotas()

    /// The defaults.
    public init() {}
}
