import InkProtocol
import InputMethod
import Testing

@testable import ibus_engine_inkd

@Suite struct IBusEngineTests {
    @Test(arguments: [
        ("inkd", nil), ("inkd:de", "de"), ("inkd:de-CH", "de-CH"), ("inkd:", nil), ("other:de", nil), ("inkd:<x>", nil), ("inkd:d", nil),
    ])
    func `An engine's name says its language`(name: String, language: String?) { #expect(Component.language(of: name) == language) }

    @Test func `A client of IBus is recognized by its name and capabilities`() {
        func client(_ name: String?, synchronous: Bool = false, text: Bool = true, x11: Bool = true) -> ClientProfile {
            ClientProfile(ibusClient: name, isKeySynchronous: synchronous, reportsText: text, isX11: x11)
        }
        #expect(client("gtk3-im:gedit", synchronous: true) == .gtkModule)
        #expect(client("gtk3-im:firefox-esr", synchronous: true) == .firefoxGTKModule)
        #expect(client("gtk3-im:gedit", synchronous: true, text: false) == .silentGTKModule)
        #expect(client(nil, synchronous: true) == .silentGTKModule)
        #expect(client("wayland", synchronous: true) == .plasma && client("wayland") == .plasma)
        #expect(client("QIBusInputContext") == .qtModule && client(nil) == .qtModule)
        #expect(client("gnome-shell", x11: false) == .gnomeShell)
        for other in [client("xim", text: false), client(nil, text: false), client(nil, x11: false)] { #expect(other == .otherIBusClient) }
    }

    @Test func `There is an input method for inkd's own language and for each that is installed`() {
        let xml = Component.engines(languages: ["de", "et"])
        let names = xml.split(separator: "\n").compactMap { $0.firstMatch(of: /<name>(.*)<\/name>/)?.1 }
        #expect(names == ["inkd", "inkd:de", "inkd:et"])
        #expect(xml.contains("<longname>Pen handwriting (German)</longname>"))
        #expect(xml.contains("<longname>Pen handwriting (et)</longname>"))
        #expect(!xml.contains("<setup>"))
    }

    @Test func `Languages of characters and emoji are input methods where their models are installed`() {
        let models: [(kind: ModelsInterface.Kind, tag: String)] = [
            (.text, "mul-Latn"), (.language, "de"), (.characters, "ja-x-char"), (.characters, "zh-Hant-x-char"), (.characters, "el-x-char"),
            (.sketches, "zxx-Zsym-x-autodraw"),
        ]
        #expect(InstalledLanguages.tags(of: models) == ["de", "ja", "zh-Hant", "zxx-Zsye-x-emoji"])
        #expect(InstalledLanguages.tags(of: [(.language, "de")]) == ["de"])
        let xml = Component.engines(languages: InstalledLanguages.tags(of: models))
        for title in ["Pen handwriting (Japanese)", "Pen handwriting (Chinese, traditional)", "Pen sketch to emoji"] {
            #expect(xml.contains("<longname>\(title)</longname>"))
        }
        #expect(xml.contains("<language>zh_TW</language>") && Component.language(of: "inkd:zxx-Zsye-x-emoji") == "zxx-Zsye-x-emoji")
    }

    @Test func `Their preferences are the settings window`() {
        let xml = Component.engines(languages: ["de"], setup: "/usr/bin/inkd-settings")
        #expect(xml.matches(of: /<setup>\/usr\/bin\/inkd-settings<\/setup>/).count == 2)
    }

    @Test func `A folder that is not there has no languages`() { #expect(InstalledLanguages.tags(in: "/nowhere").isEmpty) }

    @Test func `IBus's address is looked for by the displays`() {
        #expect(IBusAddress.displayNames(wayland: "wayland-0", x11: ":1.0") == ["unix-wayland-0", "unix-1"])
        #expect(IBusAddress.displayNames(wayland: nil, x11: "host:2") == ["host-2"])
        #expect(IBusAddress.displayNames(wayland: nil, x11: nil).isEmpty)
    }

    @Test func `The address stands in the file by its key`() {
        let file = "# comment\nIBUS_ADDRESS=unix:path=/tmp/x,guid=1\nIBUS_DAEMON_PID=7\n"
        #expect(IBusAddress.address(in: file) == "unix:path=/tmp/x,guid=1")
        #expect(IBusAddress.address(in: "nothing") == nil)
    }

    @Test(
        arguments: [
            (0x31, 0, Composition.Key.character("1")), (0x41, 1, .character("A")), (0xFFB3, 16, .character("3")),
            (0x0100_4E2D, 0, .character("中")),
            (0xFF0D, 0, .enter), (0xFF08, 0, .backspace), (0xFFE1, 0, .modifier), (0xFE03, 0, .modifier), (0xFFE5, 0, .modifier),
            (0xFFE3, 0, .chord), (0xFFE9, 0, .chord), (0xFFEB, 0, .chord), (0x61, 4, .other),
            (0x31, 8, .other),
            (0xFF09, 0, .other), (0x0110_FFFF, 0, .character("\u{10FFFF}")), (0x0100_D800, 0, .other),
        ] as [(UInt32, UInt32, Composition.Key)])
    func `Keysyms mean keys`(symbol: UInt32, state: UInt32, key: Composition.Key) {
        #expect(KeyPress(symbol: symbol, code: 0, state: state).key == key)
    }

    @Test func `A password is one by its purpose, as a PIN, and by hidden text`() {
        #expect(TextInputInterface.Purpose(ibus: 8, hints: 0) == .password)
        #expect(TextInputInterface.Purpose(ibus: 9, hints: 0) == .password)
        #expect(TextInputInterface.Purpose(ibus: 0, hints: 1 << 12) == .password)
        #expect(TextInputInterface.Purpose(ibus: 99, hints: 0) == .text)
    }

    @Test func `The menu tells what was chosen`() {
        #expect(Menu.choice("InputMode", state: 1) == .pen)
        #expect(Menu.choice("InputMode.writes", state: 1) == .penMode(.writes))
        #expect(Menu.choice("InputMode.writes", state: 0) == nil && Menu.choice("InputMode.draws", state: 1) == nil)
        #expect(Menu.choice("language.de", state: 1) == .language("de"))
        #expect(Menu.choice("language.", state: 1) == .language(nil))
        #expect(Menu.choice("language.de", state: 0) == nil)
        #expect(Menu.choice("language.<x>", state: 1) == nil)
        #expect(Menu.choice("passwords", state: 0) == .passwords)
        #expect(Menu.choice("", state: 1) == nil)
    }

    @Test func `The menu shows whether the pen writes, the language and the ink`() throws {
        let menu = Menu(penMode: .points, language: "de", languages: ["de", "en"], showsInk: true)
        let pen = try #require(menu.properties.first)
        #expect(!pen.isChecked)
        #expect(pen.isSensitive)
        // panels show its symbol
        #expect(pen.key == "InputMode" && pen.label == "Pen: only points" && pen.symbol == "↖")
        #expect(pen.children.map(\.kind) == [.radio, .radio, .radio] && pen.children.map(\.isChecked) == [false, false, true])
        #expect(pen.children.map(\.label) == ["Points and writes", "Only writes", "Only points"])
        #expect(menu.properties[1].label == "Language: German")
        #expect(menu.properties[1].children.map(\.isChecked) == [false, true, false])
        #expect(menu.properties[3].key == "restore" && menu.properties[4].isChecked)
        #expect(menu.properties[5].key == "passwords" && !menu.properties[5].isSensitive)
        let watching = Menu(penMode: .pointsAndWrites, languages: [], showsInk: false, findsPasswords: true)
        #expect(watching.properties[0].children[0].isChecked && watching.properties[0].symbol == "✍")
        #expect(watching.properties[5].isSensitive && watching.properties[5].isChecked)
        #expect(Menu(penMode: nil, language: nil, languages: [], showsInk: false).properties[0].isSensitive == false)
    }

    @Test func `One engine has the focus, and a released focus is known until the next engine has it`() {
        let engines = EngineRegistry()
        let (german, other) = (engines.create(language: "de"), engines.create(language: nil))
        #expect(german.path != other.path && engines[german.path] === german)
        #expect(engines.focused == nil && !engines.awaitsFocus)
        engines.setFocus(to: german)
        #expect(engines.focused === german && !engines.awaitsFocus)
        engines.releaseFocus()
        #expect(engines.focused == nil && engines.awaitsFocus)
        engines.setFocus(to: other)
        #expect(engines.focused === other && !engines.awaitsFocus)
        engines.remove(german)
        #expect(engines[german.path] == nil)
    }

    @Test func `The languages are requested whenever inkd appears, and replace the shipped ones`() {
        var languages = MenuLanguages()
        let requests = [false, true, true, false, true].map { languages.hasAppeared(isAttached: $0) }
        #expect(requests == [false, true, false, false, true])
        languages.accept([
            .init(
                tag: "de", kind: .language, format: 1, size: 5, origin: .system, inUse: false, attribution: "", licence: "", metadata: [:])
        ])
        languages.assumeShipped()
        #expect(languages.tags == ["de"])
    }
}
