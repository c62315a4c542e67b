public import Ink

extension PenButtons {
    /// Whether the eraser button has an action like a barrel button, instead of the firmware's eraser.
    var bindsEraser: Bool { eraser != nil && eraser != .eraser }

    /// The buttons whose action satisfies a predicate.
    private func buttons(where isSo: (ButtonAction) -> Bool) -> PointerButtons {
        var found: PointerButtons = []
        if isSo(lower ?? .pass) { found.insert(.lower) }
        if isSo(upper ?? .pass) { found.insert(.upper) }
        if isSo(third ?? .pass) { found.insert(.third) }
        // while the firmware handles the eraser button, no action is bound to it
        if bindsEraser, let eraser, isSo(eraser) { found.insert(.eraser) }
        return found
    }

    /// The buttons without an action of inkd. Applications receive them.
    var passing: PointerButtons { buttons { $0 == .pass } }
    /// The buttons that make the pen erase.
    var erasing: PointerButtons { buttons { $0 == .eraser } }
    /// The buttons whose action happens once, when the button is pressed.
    var acting: PointerButtons { buttons(where: \.happensOnPress) }

    /// The actions of these buttons.
    func actions(of buttons: PointerButtons) -> [ButtonAction] {
        [(PointerButtons.lower, lower), (.upper, upper), (.third, third), (.eraser, eraser)].compactMap { buttons.contains($0) ? $1 : nil }
    }
}

extension PointerButtons {
    /// The eraser button as a barrel button with an action. Pointer events never contain it.
    static let eraser = PointerButtons(rawValue: 128)
}

/// The actions of the buttons of all pens of a tablet.
public struct PenButtonTable: Sendable, Hashable {
    /// Actions used for pens without a table of their own.
    public var standard: PenButtons
    /// Actions of individual pens, by serial number; they override `standard`.
    public var pens: [UInt32: PenButtons]

    /// Creates a table of these actions; by default applications receive every button.
    public init(standard: PenButtons = PenButtons(), pens: [UInt32: PenButtons] = [:]) {
        self.standard = standard
        self.pens = pens
    }

    /// Returns the actions of the pen with this serial number; 0 stands for an unknown one.
    func buttons(serial: UInt32) -> PenButtons { pens[serial].map { standard.overridden(by: $0) } ?? standard }
}

/// A state machine for the barrel buttons of the pen in proximity: their actions, and the presses to be handled.
struct PenButtonState: Sendable {
    var table = PenButtonTable() { didSet { choose(serial: serial) } }
    private var serial: UInt32 = 0
    private var actions = PenButtons()
    /// The buttons that are passed to applications; computed once per pen, not for each frame.
    private(set) var passing: PointerButtons = [.lower, .upper, .third]
    private var erasing: PointerButtons = []
    private var acting: PointerButtons = []
    private var held: PointerButtons = []
    /// The buttons pressed since the last `takeActions()` whose action happens once, on press.
    private var pressed: PointerButtons = []
    /// Whether a pad key that makes pens erase is held.
    var padErases = false
    /// Whether the eraser button has an action like a barrel button.
    private(set) var bindsEraser = false

    init() {}

    /// Sets the initial button state; buttons already held trigger no action.
    mutating func begin(_ buttons: PointerButtons) { held = buttons }

    /// Sets the buttons that are held now. Buttons pressed out of proximity are ignored.
    mutating func follow(_ buttons: PointerButtons, isNear: Bool) {
        if isNear { pressed.formUnion(buttons.subtracting(held).intersection(acting)) }
        held = buttons
    }

    /// Whether the pen erases because a button or a key is held.
    var erases: Bool { padErases || !held.isDisjoint(with: erasing) }

    /// Returns the actions of the buttons that were pressed since the last call.
    mutating func takeActions() -> [ButtonAction] {
        guard !pressed.isEmpty else { return [] }
        defer { pressed = [] }
        return actions.actions(of: pressed)
    }

    /// Selects the actions for the pen with this serial number.
    mutating func meet(serial: UInt32) { if serial != self.serial { choose(serial: serial) } }

    private mutating func choose(serial: UInt32) {
        self.serial = serial
        actions = table.buttons(serial: serial)
        (passing, erasing, acting, bindsEraser) = (actions.passing, actions.erasing, actions.acting, actions.bindsEraser)
    }
}
