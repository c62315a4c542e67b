import Ink
import InkProtocol
import Testing

@testable import inkd_overlay

@Suite("Ink under the tip")
struct TipInkTests {
    private var ink = TipInk()
    private var state = OverlayState()

    init() {
        state.take(.tablet())
        state.take(.status(purpose: .text), at: .zero)
    }

    private func place(_ x: Double, at milliseconds: Double) -> TipPath.Place {
        .init(point: Point(x: x, y: 100), width: 2, time: .milliseconds(milliseconds))
    }

    /// A stroke of a millimeter every 5 ms in the state, and of 4 pixels on the screen.
    private mutating func write(_ phases: [PointerInterface.Phase], contact: TipContact? = nil, from start: Double = 0) {
        for (index, phase) in phases.enumerated() {
            let time = start + 5 * Double(index)
            state.take(.pen(phase, x: 10 + Double(index)), contact: contact, of: 1, isAtTip: true, at: .milliseconds(time))
            guard phase == .down || phase == .move, let stroke = state.openStroke else { continue }
            ink.append(place(40 + 4 * Double(index), at: time), to: stroke)
        }
    }

    @Test("a frame draws the new piece and the tail, not the line")
    mutating func damage() throws {
        write([.down] + Array(repeating: .move, count: 50))
        ink.follow(state.strokes, at: .milliseconds(250))
        let allDamage = ink.takeDamage()
        let all = try #require(allDamage)
        #expect(all.box.width > 200 && !all.isErased)
        let nothing = ink.takeDamage()
        #expect(nothing == nil)
        let stroke = try #require(state.openStroke)
        ink.append(place(244, at: 255), to: stroke)
        let nextDamage = ink.takeDamage()
        let next = try #require(nextDamage)
        #expect(next.box.x > 230 && next.box.width < 20 && !next.isErased)
    }

    @Test("ink fades with the text that is committed, and is gone afterwards")
    mutating func committed() throws {
        write([.down, .move, .move, .up])
        state.take(.reading("hello"), at: .milliseconds(100))
        ink.follow(state.strokes, at: .milliseconds(100))
        _ = ink.takeDamage()
        state.take(.taken("hello"), at: .seconds(1))
        ink.follow(state.strokes, at: .seconds(1) + Fade.length / 2)
        let fadingDamage = ink.takeDamage()
        let fading = try #require(fadingDamage)
        #expect(ink.lines.map(\.opacity) == [0.5] && fading.isErased)
        state.advance(to: .seconds(2))
        ink.follow(state.strokes, at: .seconds(2))
        let goneDamage = ink.takeDamage()
        let gone = try #require(goneDamage)
        #expect(ink.lines.isEmpty && gone.isErased && ink.box == nil)
    }

    @Test("a predicted piece is drawn ahead of the tip, moves with it, and disappears when the pen rests or is lifted")
    mutating func prediction() throws {
        ink.prediction = TipPrediction()
        write([.down] + Array(repeating: .move, count: 20))
        ink.follow(state.strokes, at: .milliseconds(100))
        let ahead = try #require(ink.lines.first?.path.prediction)
        #expect(ahead.x > 125 && ahead.x < 140)
        _ = ink.takeDamage()
        #expect(ink.nextChange == .milliseconds(124))
        ink.follow(state.strokes, at: .milliseconds(124))
        #expect(ink.lines.first?.path.prediction == nil && ink.nextChange == nil)
        let restDamage = ink.takeDamage()
        let rest = try #require(restDamage)
        #expect(rest.isErased && rest.box.right >= ahead.x && rest.box.width < 40)
        write([.move], from: 105)
        ink.follow(state.strokes, at: .milliseconds(105))
        write([.up], from: 110)
        ink.follow(state.strokes, at: .milliseconds(110))
        #expect(ink.lines.first?.path.prediction == nil)
    }

    @Test("the predicted place is not among the places of the stroke")
    mutating func notRecorded() {
        ink.prediction = TipPrediction()
        write([.down] + Array(repeating: .move, count: 20))
        ink.follow(state.strokes, at: .milliseconds(100))
        #expect(ink.lines.first?.path.places.count == 21 && ink.lines.first?.path.places.last?.point.x == 120)
        #expect(state.strokes.first?.points.count == 21)
    }
}

@Suite("Contacts of the pen")
struct TipContactTests {
    private var state = OverlayState()

    init() {
        state.take(.tablet())
        state.take(.status(purpose: .text, captured: false), at: .zero)
    }

    private mutating func write(_ phases: [PointerInterface.Phase], _ contact: TipContact?, at now: Duration = .seconds(1)) {
        for phase in phases { state.take(.pen(phase, x: 10), contact: contact, of: 1, isAtTip: true, at: now) }
    }

    @Test("an undecided contact is ink from its first frame, and stays if it writes")
    mutating func writes() {
        write([.down], .held)
        #expect(state.strokes.count == 1 && state.openStroke != nil)
        write([.move], .held)
        write([.move, .up], .writes)
        #expect(state.strokes.count == 1 && state.openStroke == nil && state.strokes.first?.contact == .writes)
    }

    @Test("a contact that passes is taken back at once", arguments: [PointerInterface.Phase.move, .up])
    mutating func passes(phase: PointerInterface.Phase) {
        write([.down, .move], .held)
        write([phase], .passes)
        #expect(state.strokes.isEmpty && state.openStroke == nil)
        write([.move, .up], .passes)
        #expect(state.strokes.isEmpty)
    }

    @Test("a contact that ends undecided is a tap", arguments: [PointerInterface.Phase.up, .cancel, .proximityOut])
    mutating func tap(phase: PointerInterface.Phase) {
        write([.down, .move, phase], .held)
        #expect(state.strokes.isEmpty)
    }

    @Test("a tap leaves the ink that was written before")
    mutating func tapBesideInk() {
        write([.down, .move, .up], .writes)
        write([.down, .up], .held)
        #expect(state.strokes.count == 1 && state.strokes.first?.goneSince == nil)
    }

    @Test("the panel does not show what is undecided, nor ink under the tip")
    mutating func panel() {
        write([.down, .move], .held)
        #expect(state.scene(at: .seconds(1)) == nil)
        write([.move, .up], .writes)
        state.take(.reading("hello"), at: .seconds(1))
        let scene = state.scene(at: .seconds(1))
        #expect(scene?.strokes.isEmpty == true && scene?.text == "hello" && scene?.isAtTip == true)
    }

    @Test("a contact over a field without the focus is ink while the focus follows it")
    mutating func focusFollows() {
        state.take(.status(purpose: nil, captured: false), at: .zero)
        #expect(state.awaitsContacts)
        write([.down, .move], .held)
        #expect(state.openStroke != nil)
        state.take(.status(purpose: TextInputInterface.Purpose.none, captured: false), at: .seconds(1))
        #expect(state.openStroke != nil)
        state.take(.status(purpose: .text, captured: false), at: .seconds(1))
        write([.move, .up], .writes)
        #expect(state.strokes.count == 1)
    }

    @Test("no contact is ink beside a password, on a locked screen, or while the pen is switched off")
    mutating func secrets() {
        let refusing: [TextInputInterface.Event] = [
            .status(purpose: .password, captured: false), .status(purpose: .text, locked: true), .status(purpose: .text, enabled: false),
        ]
        for status in refusing {
            state.take(.status(purpose: .text, captured: false), at: .zero)
            write([.down, .move], .held)
            state.take(status, at: .zero)
            #expect(state.strokes.isEmpty && !state.awaitsContacts)
            write([.move], .writes)
            #expect(state.strokes.isEmpty)
        }
    }

    @Test("writing that began beside a password goes on as ink when another field has the focus")
    mutating func afterPassword() {
        state.take(.status(purpose: .password, captured: false), at: .zero)
        write([.down, .move], .held)
        state.take(.status(purpose: .text, captured: false), at: .seconds(1))
        write([.move, .up], .writes)
        #expect(state.strokes.count == 1 && state.strokes.first?.points.count == 1)
    }

    @Test("without a verdict the focused field decides")
    mutating func noVerdict() {
        write([.down, .move], nil)
        #expect(state.strokes.isEmpty)
        state.take(.status(purpose: .text, captured: true), at: .zero)
        write([.down, .move, .up], nil)
        #expect(state.strokes.count == 1)
    }
}
