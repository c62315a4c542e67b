public import Ink

extension PenButtons {
    /// The eraser button is one like the others.
    var bindsEraser: Bool { eraser != nil && eraser != .eraser }

    /// The buttons that have an action like this.
    private func buttons(where isSo: (ButtonAction) -> Bool) -> PointerButtons {
        var found: PointerButtons = []
        if isSo(lower ?? .pass) { found.insert(.lower) }
        if isSo(upper ?? .pass) { found.insert(.upper) }
        if isSo(third ?? .pass) { found.insert(.third) }
        // one that is the firmware's is no button of inkd's
        if bindsEraser, let eraser, isSo(eraser) { found.insert(.eraser) }
        return found
    }

    /// The buttons that programs see.
    var passing: PointerButtons { buttons { $0 == .pass } }
    /// The buttons that make the pen erase.
    var erasing: PointerButtons { buttons { $0 == .eraser } }
    /// The buttons whose action is over when they are pressed.
    var acting: PointerButtons { buttons(where: \.happensOnPress) }

    /// The actions of these buttons.
    func actions(of buttons: PointerButtons) -> [ButtonAction] {
        [(PointerButtons.lower, lower), (.upper, upper), (.third, third), (.eraser, eraser)].compactMap { buttons.contains($0) ? $1 : nil }
    }
}

extension PointerButtons {
    /// The eraser button, where it is one like the others. No event has it.
    static let eraser = PointerButtons(rawValue: 128)
}

/// The actions of the buttons of all pens of a tablet.
public struct PenButtonTable: Sendable, Hashable {
    /// Those of any pen.
    public var standard: PenButtons
    /// Those of pens by their serial numbers; they go before `standard`.
    public var pens: [UInt32: PenButtons]

    /// A table of these actions; without any, all buttons pass.
    public init(standard: PenButtons = PenButtons(), pens: [UInt32: PenButtons] = [:]) {
        self.standard = standard
        self.pens = pens
    }

    /// The actions of the pen with this serial number, 0 where it is unknown.
    func buttons(serial: UInt32) -> PenButtons { pens[serial].map { standard.overridden(by: $0) } ?? standard }
}

/// The barrel buttons of the pen that is near: their actions, and what has been pressed. A state machine.
struct PenButtonState: Sendable {
    var table = PenButtonTable() { didSet { choose(serial: serial) } }
    private var serial: UInt32 = 0
    private var actions = PenButtons()
    /// As the actions say; looked up once, not for each frame.
    private(set) var passing: PointerButtons = [.lower, .upper, .third]
    private var erasing: PointerButtons = []
    private var acting: PointerButtons = []
    private var held: PointerButtons = []
    /// Pressed since they were last taken, of those whose action is over with that.
    private var pressed: PointerButtons = []
    /// A pad's key that makes pens erase is held.
    var padErases = false
    /// The eraser button is one like the others.
    private(set) var bindsEraser = false

    init() {}

    /// These buttons were held already.
    mutating func begin(_ buttons: PointerButtons) { held = buttons }

    /// These buttons are held now. What is pressed while no pen is near is not meant.
    mutating func follow(_ buttons: PointerButtons, isNear: Bool) {
        if isNear { pressed.formUnion(buttons.subtracting(held).intersection(acting)) }
        held = buttons
    }

    /// The pen erases because a button or a key is held.
    var erases: Bool { padErases || !held.isDisjoint(with: erasing) }

    /// The actions of the buttons that were pressed since the last call.
    mutating func takeActions() -> [ButtonAction] {
        guard !pressed.isEmpty else { return [] }
        defer { pressed = [] }
        return actions.actions(of: pressed)
    }

    /// The pen has this serial number.
    mutating func meet(serial: UInt32) { if serial != self.serial { choose(serial: serial) } }

    private mutating func choose(serial: UInt32) {
        self.serial = serial
        actions = table.buttons(serial: serial)
        (passing, erasing, acting, bindsEraser) = (actions.passing, actions.erasing, actions.acting, actions.bindsEraser)
    }
}
