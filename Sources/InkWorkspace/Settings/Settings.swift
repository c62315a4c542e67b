public import Evdev
public import Ink
public import Logging
internal import System

/// The sessions that reading hardware needs.
public enum DeviceSessions: String, Sendable, Equatable {
    /// A user's session that is active on the device's seat and not locked, according to logind.
    case required
    /// No session is needed: devices are read as soon as they are plugged in.
    case notNeeded = "none"
}

/// All settings. `config/inkd.yaml` shows each key with its default; a test checks that both agree.
public struct Settings: Sendable, Equatable {
    /// The path of the socket unless systemd passes one.
    public var socket = "/run/inkd/org.inkd"
    /// The recognizer's model; without a model the daemon serves ink without text.
    public var model = InstalledFiles.own.share + "/models/latin.safetensors"
    /// The folder of the models that come with inkd.
    public var models = InstalledFiles.own.share + "/models"
    /// The folder of persistent state: packages, installed models, adaptations to users' handwriting.
    public var state = "/var/lib/inkd"
    /// The folder of unnamed packages, into which tablets write until a client opens a package: in memory, not on disk.
    public var runtime = "/run/inkd-ink"
    /// The folder of open packages' working copies; empty for beside the packages.
    public var temporary = ""
    /// BCP 47 tag of the language that editors read; empty for no particular language.
    public var language = "en"
    /// The minimum severity of lines in the journal.
    public var logLevel = Logger.Level.info
    /// Milliseconds without pen contact after which a reading is final.
    public var editorPause = 500
    /// Maximum number of steps that an editor can undo.
    public var editorUndoSteps = 1000
    /// Milliseconds for which touches stay ignored after the pen has left.
    public var touchHoldOff = 90
    /// Whether devices made by programs (uinput) are read.
    public var devicesVirtual = true
    /// Whether a seat's devices are read only while a user's session is active and unlocked there.
    public var devicesSessions = DeviceSessions.required
    /// Patterns of the names of the virtual devices that are read.
    public var devicesPrograms = ["*"]
    /// Percent of the pressure range at which a tip touches, if no quirk sets it.
    public var devicesTipDown = 0.8
    /// Percent of the pressure range at which a tip lifts, if no quirk sets it.
    public var devicesTipUp = 0.4
    /// The folder of inkd's own quirks; empty for the folder beside the models.
    public var devicesQuirks = ""
    /// The known facts about devices besides their own reports; set by `SettingsLoader.loadWithQuirks`.
    public var quirks = QuirkRules()
    /// Areas of tablets, by "vendor:product" or by name. Can only be set in the file, not by variable or flag.
    public var devicesAreas: [String: TabletArea] = [:]
    /// Users' settings of tablets and their pens, by "vendor:product" or by name. Can only be set in the file, not by variable or flag.
    public var devicesTablets: [String: TabletSettings] = [:]
    /// MiB of recordings that are stored for each user; beyond it recording stops.
    public var recorderLimit = 1024
    /// User names or numbers that may use every seat's devices, whichever session is active.
    public var accessUsers: [String] = []
    /// User names or numbers that may change shared state, such as models.
    public var accessAdministrators: [String] = []
    /// Maximum number of clients served at a time.
    public var clientsMaximum = 64
    /// KiB that may be pending for a client that does not read; if exceeded, the client is disconnected.
    public var clientsQueue = 1024
    /// The limits of each user's resources.
    public var quotas = Quotas()

    /// The defaults.
    public init() {}
}
