import InkTestSupport
import InputMethod
import Testing

@testable import inkd_wlim

/// Notes what the application gets, and what the input method sees, in order.
private final class Application: KeyTarget {
    enum Entry: Hashable {
        case press(Composition.Key)
        case event(KeyboardEvent)
    }

    var log: [Entry] = []
    /// What the input method keeps.
    var kept: Set<Composition.Key> = []
    /// Only what the application gets, keymaps left out.
    var events: [KeyboardEvent] {
        log.compactMap { entry in
            guard case .event(let event) = entry, event != .keymap(KeymapTests.text) else { return nil }
            return event
        }
    }

    func press(_ key: Composition.Key) -> Bool {
        log.append(.press(key))
        return kept.contains(key)
    }

    func send(_ event: KeyboardEvent) { log.append(.event(event)) }
}

@Suite("Keys that come to the input method")
struct KeyRouterTests {
    private var router = KeyRouter()
    private let application = Application()
    private var time: UInt32 = 0
    private static let none = KeyboardEvent.modifiers(Modifiers())
    private static let shift = KeyboardEvent.modifiers(Modifiers(depressed: 1))
    private static let (a, escape): (UInt32, UInt32) = (30, 1)

    init() {
        router.begin()
        take(.keymap(KeymapTests.text))
        take(Self.none)
    }

    private mutating func take(_ event: KeyboardEvent, isLate: Bool = false, isChanging: Bool = false, at now: Duration = .zero) {
        router.take(event, isLate: isLate, isChanging: isChanging, at: now, to: application)
    }

    /// Presses a key or lets it go; gives the event.
    @discardableResult
    private mutating func key(_ code: UInt32, _ isPressed: Bool, isLate: Bool = false, isChanging: Bool = false) -> KeyboardEvent {
        time += 1
        let event = KeyboardEvent.key(Keystroke(time: time, code: code, isPressed: isPressed))
        take(event, isLate: isLate, isChanging: isChanging)
        return event
    }

    @Test("the input method sees a key before the application, which gets the keymap and the modifiers first, once")
    mutating func order() {
        #expect(application.log.isEmpty)
        let down = key(Self.a, true)
        #expect(
            application.log == [.press(.character("a")), .event(.keymap(KeymapTests.text)), .event(Self.none), .event(down)])
        #expect(router.isBusy)
        let up = key(Self.a, false)
        let again = key(Self.a, true)
        #expect(application.events == [Self.none, down, up, again])
        take(.keymap(KeymapTests.text))
        let end = key(Self.a, false)
        #expect(application.log.last == .event(end) && !router.isBusy)
    }

    @Test("another keymap goes before the next key")
    mutating func otherKeymap() {
        key(Self.a, true)
        take(.keymap([65, 0]))
        let up = key(Self.a, false)
        #expect(application.log.suffix(2) == [.event(.keymap([65, 0])), .event(up)])
        // it cannot be read: the key is something
        let down = key(Self.a, true)
        #expect(application.log.suffix(2) == [.press(.other), .event(down)])
    }

    @Test("what the input method keeps the application does not get, neither down nor up")
    mutating func kept() {
        application.kept = [.escape]
        key(Self.escape, true)
        key(Self.escape, false)
        #expect(application.log == [.press(.escape)])
        application.kept = []
        let (down, up) = (key(Self.escape, true), key(Self.escape, false))
        #expect(application.events.suffix(2) == [down, up])
    }

    @Test("modifiers that the application knows are not sent, others are, before the key")
    mutating func modifiers() {
        take(Self.none)
        #expect(application.log.isEmpty)
        take(Self.shift)
        #expect(application.events == [Self.shift])
        let down = key(Self.a, true)
        #expect(application.events == [Self.shift, down] && application.log.contains(.press(.character("A"))))
        take(Self.none)
        #expect(application.events == [Self.shift, down, Self.none])
    }

    @Test("a key that was down before is let go")
    mutating func downBefore() {
        let up = key(Self.a, false)
        #expect(application.events == [Self.none, up] && !router.isBusy)
    }

    @Test("one that comes too late goes up at once, for its end comes no more")
    mutating func late() {
        key(Self.a, true, isLate: true)
        let down = Keystroke(time: 1, code: Self.a, isPressed: true), up = Keystroke(time: 1, code: Self.a, isPressed: false)
        #expect(application.events == [Self.none, .key(down), .key(up)] && !router.isBusy)
    }

    @Test("while text is exchanged keys wait, and what comes behind them")
    mutating func waiting() {
        take(Self.shift)
        let down = key(Self.a, true, isChanging: true)
        take(Self.none)
        let up = key(Self.a, false)
        #expect(application.events == [Self.shift] && router.isBusy && router.deadline != nil)
        router.release(isChanging: true, at: .milliseconds(100), to: application)
        #expect(application.events == [Self.shift])
        router.release(isChanging: false, at: .milliseconds(100), to: application)
        #expect(application.events == [Self.shift, down, Self.none, up] && !router.isBusy && router.deadline == nil)
        // Shift was down when it was pressed
        #expect(application.log.contains(.press(.character("A"))))
    }

    @Test("but not for ever")
    mutating func impatient() throws {
        let down = key(Self.a, true, isChanging: true)
        let deadline = try #require(router.deadline)
        router.release(isChanging: true, at: deadline, to: application)
        #expect(application.events.last == down)
    }

    @Test("a compositor that sends back what is handed on is found out")
    mutating func looping() {
        let down = key(Self.a, true)
        #expect(router.looped == nil)
        take(down)
        #expect(router.looped == Keystroke(time: 1, code: Self.a, isPressed: true) && application.events.filter { $0 == down }.count == 1)
    }

    @Test("the next time the modifiers go before the first key again")
    mutating func again() {
        key(Self.a, true)
        key(Self.a, false)
        router.begin()
        take(Self.none)
        let down = key(Self.a, true)
        #expect(application.events.suffix(2) == [Self.none, down])
    }
}

@Suite("What keys mean")
struct KeymapTests {
    /// Letters, a digit, Tab, Escape, Control and an old keysym of Cyrillic, without files to include.
    static let text =
        Array(
            """
            xkb_keymap {
            xkb_keycodes { minimum = 8; maximum = 255; <ESC> = 9; <AE02> = 11; <TAB> = 23; <LCTL> = 37; <AC01> = 38; <AC02> = 39; };
            xkb_types {
                type "ONE_LEVEL" { modifiers = none; level_name[1] = "Any"; };
                type "ALPHABETIC" { modifiers = Shift+Lock; map[Shift] = 2; map[Lock] = 2; level_name[1] = "Base"; level_name[2] = "Caps"; };
            };
            xkb_compatibility { };
            xkb_symbols {
                key <ESC> { [ Escape ] };
                key <AE02> { [ 2 ] };
                key <TAB> { [ Tab ] };
                key <LCTL> { [ Control_L ] };
                key <AC01> { type = "ALPHABETIC", [ a, A ] };
                key <AC02> { [ Cyrillic_ef ] };
            };
            };

            """.utf8) + [0]

    @Test("they mean what the keymap says, with the modifiers")
    func keys() throws {
        let keymap = try #require(Keymap(Self.text))
        #expect(keymap.key(30) == .character("a") && keymap.key(3) == .character("2") && keymap.key(1) == .escape)
        #expect(keymap.key(15) == .other && keymap.key(29) == .chord && keymap.key(200) == .other)
        #expect(keymap.key(31) == .character("ф"))
        keymap.update(Modifiers(depressed: 1))
        #expect(keymap.key(30) == .character("A"))
        keymap.update(Modifiers(locked: 2))
        #expect(keymap.key(30) == .character("A"))
        // Control makes a shortcut of it
        keymap.update(Modifiers(depressed: 4))
        #expect(keymap.key(30) == .other)
        #expect(keymap.key(.max) == .other)
    }

    @Test("what is no keymap is refused")
    func refused() {
        #expect(Keymap([]) == nil && Keymap([0]) == nil && Keymap(Array("xkb_keymap {".utf8)) == nil)
    }

    @Test("a damaged keymap crashes nothing: fuzz")
    func fuzz() {
        var made = 0
        Fuzz.run(seconds: 0.5, atLeast: 50, seed: 3) { generator in
            guard let keymap = Keymap(Fuzz.damaged(Self.text, using: &generator)) else { return }
            keymap.update(Modifiers(depressed: .random(in: 0...255, using: &generator)))
            for code in UInt32(0)...64 { _ = keymap.key(code) }
            made += 1
        }
        #expect(made > 5)
    }
}
