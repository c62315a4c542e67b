import Foundation
import Logging
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Settings come from flags, the environment, a file and the defaults")
struct SettingsTests {
    @Test("the example file shows every key with its default")
    func example() throws {
        let path = projectRoot + "/config/inkd.yaml"
        let settings = try SettingsLoader(path: path, environment: [:]).load()
        #expect(settings == Settings())
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        for setting in Setting.all {
            let leaf = setting.key.split(separator: ".").last.map(String.init) ?? ""
            let indent = setting.key.contains(".") ? "  " : ""
            #expect(lines.contains { $0.hasPrefix("\(indent)\(leaf): ") }, "\(setting.key) is missing in the example")
        }
    }

    @Test("a file that shows every key can change each of them")
    func everyKey() throws {
        let file = try TemporaryFile(
            """
            socket: /tmp/a
            model: /tmp/b
            models: /tmp/c
            state: /tmp/d
            language: de-CH
            log: {level: debug}
            editor: {pause: 300, undoSteps: 7}
            touch: {holdOff: 0}
            devices: {virtual: false, programs: [a, b*], tipDown: 5, tipUp: 1, quirks: /tmp/q}
            access: {users: [root, 1000], administrators: [1001]}
            clients: {maximum: 5, queue: 128}
            quotas: {disk: 1, packages: 2, openPackages: 3, editors: 4, connections: 6, watches: 7, contentMemory: 64, exportMemory: 16, annotations: 8, notices: 9, transfers: 10, transferSize: 11, models: 12}
            """)
        let settings = try SettingsLoader(path: file.path, environment: [:]).load()
        var expected = Settings()
        expected.socket = "/tmp/a"
        expected.model = "/tmp/b"
        expected.models = "/tmp/c"
        expected.state = "/tmp/d"
        expected.language = "de-CH"
        expected.logLevel = .debug
        expected.editorPause = 300
        expected.editorUndoSteps = 7
        expected.touchHoldOff = 0
        expected.devicesVirtual = false
        expected.devicesPrograms = ["a", "b*"]
        expected.devicesTipDown = 5
        expected.devicesTipUp = 1
        expected.devicesQuirks = "/tmp/q"
        expected.accessUsers = ["root", "1000"]
        expected.accessAdministrators = ["1001"]
        expected.clientsMaximum = 5
        expected.clientsQueue = 128
        expected.quotas.disk = 1
        expected.quotas.packages = 2
        expected.quotas.openPackages = 3
        expected.quotas.editors = 4
        expected.quotas.connections = 6
        expected.quotas.watches = 7
        expected.quotas.contentMemory = 64
        expected.quotas.exportMemory = 16
        expected.quotas.annotations = 8
        expected.quotas.notices = 9
        expected.quotas.transfers = 10
        expected.quotas.transferSize = 11
        expected.quotas.models = 12
        #expect(settings == expected)
    }

    @Test("the environment goes before the file, flags before the environment")
    func precedence() throws {
        let file = try TemporaryFile("socket: /tmp/file\nmodel: /tmp/file\nlog:\n  level: error\n")
        let settings = try SettingsLoader(
            path: file.path, flags: ["socket": "/tmp/flag"], environment: ["INKD_SOCKET": "/tmp/env", "INKD_MODEL": "/tmp/env"]
        ).load()
        #expect(settings.socket == "/tmp/flag")
        #expect(settings.model == "/tmp/env")
        #expect(settings.logLevel == .error)
    }

    @Test("every key can be given as text, in the environment")
    func environment() throws {
        let settings = try SettingsLoader(environment: [
            "INKD_EDITOR_PAUSE": "300", "INKD_EDITOR_UNDO_STEPS": "9", "INKD_TOUCH_HOLD_OFF": "10", "INKD_DEVICES_VIRTUAL": "false",
            "INKD_ACCESS_USERS": "root,1000", "INKD_CLIENTS_MAXIMUM": "3", "INKD_CLIENTS_QUEUE": "64", "INKD_LOG_LEVEL": "trace",
        ]).load()
        #expect(settings.editorPause == 300 && settings.editorUndoSteps == 9 && settings.touchHoldOff == 10 && !settings.devicesVirtual)
        #expect(settings.accessUsers == ["root", "1000"] && settings.clientsMaximum == 3 && settings.clientsQueue == 64)
        #expect(settings.logLevel == .trace)
    }

    @Test("every key can be given as text, by a flag")
    func flags() throws {
        let settings = try SettingsLoader(
            flags: [
                "editor.pause": "300", "editor.undoSteps": "9", "devices.virtual": "false", "access.users": "root,1000",
                "clients.queue": "64",
            ],
            environment: [:]
        ).load()
        #expect(settings.editorPause == 300 && settings.editorUndoSteps == 9 && !settings.devicesVirtual && settings.clientsQueue == 64)
        #expect(settings.accessUsers == ["root", "1000"])
    }

    @Test("paths of the environment and of flags count from the current folder")
    func relativePaths() throws {
        let settings = try SettingsLoader(
            flags: ["models": "share/../models", "temporary": ""], environment: ["INKD_SOCKET": "run/sock", "INKD_STATE": "/var/x"]
        ).load()
        let here = FileManager.default.currentDirectoryPath
        #expect(settings.models == here + "/models" && settings.socket == here + "/run/sock")
        #expect(settings.state == "/var/x" && settings.temporary.isEmpty)
    }

    @Test("without the default file the defaults hold, a file that was named must be there")
    func missing() throws {
        var loader = SettingsLoader(environment: [:])
        loader.path = "/nowhere/inkd.yaml"
        #expect(try loader.load() == Settings())
        refuses(
            "/nowhere/inkd.yaml cannot be read: give the path of a readable YAML file",
            SettingsLoader(path: "/nowhere/inkd.yaml", environment: [:]))
    }

    @Test("a configuration that is there but cannot be read is refused, also where none need be")
    func presentButUnreadable() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/inkd.yaml"
        try Data([0x61, 0x3a, 0xff, 0xfe]).write(to: URL(fileURLWithPath: path))
        var loader = SettingsLoader(path: path, environment: [:])
        loader.mustExist = false
        refuses("cannot be read", loader)
    }

    @Test(
        "a misspelt key is refused with its line and the keys there are",
        arguments: [
            ("editor:\n  undostep: 3\n", "line 2: unknown setting editor.undostep; known settings: socket, model, "),
            ("log:\n  level: info\nsocked: /tmp/a\n", "line 3: unknown setting socked; known settings: socket, model, "),
            ("editor:\n  pause: 300\n  nested:\n    deep: 1\n", "unknown setting editor.nested.deep"),
            ("clients.maximum: 5\nclients.queues: 100\n", "unknown setting clients.queues; known settings: socket, model, "),
        ])
    func unknownKey(text: String, message: String) throws {
        try refuses(message, file: text)
    }

    @Test(
        "a value out of range or of another kind is refused with what is allowed",
        arguments: [
            ("editor: {pause: 49}", "editor.pause is \"49\": give a whole number of milliseconds, 50 to 60000"),
            ("editor: {pause: 60001}", "editor.pause is \"60001\": give a whole number of milliseconds, 50 to 60000"),
            ("editor: {pause: soon}", "editor.pause is \"soon\": give a whole number"),
            ("editor: {pause: 300.5}", "editor.pause is \"300.5\": give a whole number"),
            ("editor: {pause: [1, 2]}", "editor.pause is of another type: give a whole number"),
            ("editor: {undoSteps: 99999999999999999999}", "editor.undoSteps is \"99999999999999999999\": give a whole number of steps"),
            ("clients: {maximum: 0}", "clients.maximum is \"0\": give a whole number of clients, 1 to 1000"),
            ("clients: {queue: -1}", "clients.queue is \"-1\": give a whole number of KiB"),
            ("log: {level: loud}", "log.level is \"loud\": give one of trace, debug"),
            ("devices: {virtual: perhaps}", "devices.virtual is \"perhaps\": give true or false"),
            ("devices: {sessions: never}", "devices.sessions is \"never\": give required or none"),
            ("socket: run/inkd", "socket is \"run/inkd\": give the absolute path"),
            ("model: [a, b]", "model is of another type: give the path"),
            ("models: share/models", "models is \"share/models\": give the absolute path of a folder"),
            ("state: ''", "state is \"\": give the absolute path of a folder"),
            ("language: en_US", "language is \"en_US\": give a language tag"),
            ("access: {users: ['']}", "access.users is of another type: give a list"),
            ("access: {administrators: 7}", "access.administrators is \"7\": give a list of user names or numbers"),
            (
                "access: {administrators: [no such user]}",
                "access.administrators names \"no such user\", which is not a user of this system"
            ),
        ])
    func badValue(text: String, message: String) throws {
        try refuses(message, file: text)
    }

    @Test(
        "what is not a mapping of keys is refused",
        arguments: [
            ("editor: [unclosed", "is not YAML"), ("- a\n- b\n", "is not a mapping"), ("just text\n", "is not a mapping"),
        ])
    func notSettings(text: String, message: String) throws {
        try refuses(message, file: text)
    }

    @Test("an empty file and one of remarks alone are in order", arguments: ["", "# nothing\n", "---\n", "\n\n", "null\n"])
    func empty(text: String) throws {
        let file = try TemporaryFile(text)
        #expect(try SettingsLoader(path: file.path, environment: [:]).load() == Settings())
    }

    @Test("models that are not named are those that came with the program")
    func ownModels() throws {
        let file = try TemporaryFile("model: ''\nmodels: ''\n")
        let settings = try SettingsLoader(path: file.path, environment: ["INKD_MODEL": ""]).load()
        #expect(settings.model == InstalledFiles.own.share + "/models/latin.safetensors")
        #expect(settings.models == InstalledFiles.own.share + "/models")
    }

    @Test("a check refuses a model that is not there or is none, and a language that there is nothing for", .enabled(if: hasModel))
    func models() throws {
        func problem(_ change: (inout Settings) -> Void) throws -> String? {
            var settings = Settings()
            (settings.model, settings.models, settings.state) = (modelPath, projectRoot + "/models", "/nowhere")
            change(&settings)
            do throws(DaemonError) { try settings.checkModels() } catch { return error.description }
            return nil
        }
        #expect(try problem { _ in } == nil)
        #expect(try problem { $0.language = "" } == nil)
        #expect(try problem { $0.language = "de-CH" } == nil)
        let klingon = try problem { $0.language = "tlh" }
        let refusal = try #require(klingon)
        #expect(refusal.contains("language is \"tlh\": no model is installed for tlh (installed: ") && refusal.contains(", de, el, en, "))
        let german = try problem { ($0.language, $0.models) = ("de", "/nowhere") }
        #expect(german == "language is \"de\": no model is installed for de: install the package inkd-models-de")
        #expect(try problem { $0.model = "/nowhere/a.safetensors" }?.contains("model is \"/nowhere/a.safetensors\"") == true)
        #expect(try problem { $0.model = projectRoot + "/README.md" }?.contains("README.md\"") == true)
        #expect(try problem { $0.models = "/nowhere" }?.contains("install one with `inkctl models install`") == true)
    }

    @Test("a section whose keys are all remarks is in order")
    func emptySection() throws {
        let file = try TemporaryFile("editor:\n  # pause: 300\nlog:\n  level: debug\n")
        #expect(try SettingsLoader(path: file.path, environment: [:]).load().logLevel == .debug)
    }

    @Test("a file of bytes that are no text, and a folder, are refused")
    func unreadable() throws {
        let file = try TemporaryFile(bytes: [0xff, 0xfe, 0x00, 0xd8])
        refuses("\(file.path) cannot be read", SettingsLoader(path: file.path, environment: [:]))
        refuses("/tmp cannot be read", SettingsLoader(path: "/tmp", environment: [:]))
        // it never ends
        refuses(
            "/dev/zero cannot be read: not a regular file, but a pipe, a device or a socket",
            SettingsLoader(path: "/dev/zero", environment: [:]))
    }

    @Test("a user whom nobody knows is refused")
    func unknownUser() throws {
        #expect(throws: DaemonError.self) { try Access.users(["root", "no such user"]) }
        #expect(try Access.users(["root", "1000"]) == [0, 1000])
    }

    @Test("root, the daemon's own user and the users named may use every seat's devices; others need the seat's session")
    func access() {
        let access = Access(allowed: [12_345], login: nil)
        #expect(
            access.permits(0, seat: "seat0") && access.permits(geteuid(), seat: "seat-none") && access.permits(12_345, seat: "seat-none"))
        #expect(!access.permits(54_321, seat: "seat-none"))
        access.allowed = [54_321]
        #expect(access.permits(54_321, seat: "seat-none") && !access.permits(12_345, seat: "seat-none"))
    }

    private func refuses(_ message: String, file text: String) throws {
        let file = try TemporaryFile(text)
        refuses(message, SettingsLoader(path: file.path, environment: [:]))
    }

    private func refuses(_ message: String, _ loader: SettingsLoader) {
        do throws(DaemonError) {
            let settings = try loader.load()
            Issue.record("accepted: \(settings)")
        } catch {
            #expect(error.description.contains(message), "\(error)")
        }
    }
}
