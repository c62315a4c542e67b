import Editing
import Formula
import Ink
import Testing

@Suite("The configuration of editors")
struct ConfigurationTests {
    @Test("falls back on the engine's as it is now, and on the default")
    func cascade() throws {
        var (engine, own) = (Configuration(), Configuration())
        let key = try ConfigurationKey.named("eraser.radius")
        #expect(own.value(of: key, over: engine) == .number(1))
        try engine.set("eraser.radius", to: .number(2))
        #expect(own.value(of: key, over: engine) == .number(2))
        try own.set("eraser.radius", to: .number(3))
        try engine.set("eraser.radius", to: .number(4))
        #expect(own.value(of: key, over: engine) == .number(3) && engine.value(of: key) == .number(4))
        try own.unset("eraser.radius")
        #expect(own.value(of: key, over: engine) == .number(4) && !own.sets("eraser.radius"))
    }

    @Test("refuses keys that there are not, and values that a key does not take, saying what it takes")
    func refusals() throws {
        var values = Configuration()
        #expect(throws: ConfigurationError.noSuchKey("eraser.colour")) { try values.set("eraser.colour", to: .text("red")) }
        let wrong: [(String, ConfigurationValue)] = [
            ("eraser.radius", .number(-1)), ("eraser.radius", .number(.nan)), ("eraser.radius", .text("1")), ("eraser.mode", .text("half")),
            ("gesture.enable", .number(1)), ("pen.color", .text("red")), ("pen.color", .text("#12345g")),
        ]
        for (key, value) in wrong {
            let error = #expect(throws: ConfigurationError.self) { try values.set(key, to: value) }
            #expect(error.map { "\($0)".contains(key) } == true)
        }
        #expect(values == Configuration())
    }

    @Test("every default is a value that its key takes, and every key is documented")
    func defaults() throws {
        for key in ConfigurationKey.all {
            #expect(throws: Never.self) { try key.check(key.standard) }
            #expect(!key.summary.isEmpty)
        }
        #expect(ConfigurationKey.all.map(\.name) == ConfigurationKey.all.map(\.name).sorted())
    }

    @Test("a renamed key is accepted by its earlier name")
    func renamed() throws {
        var values = Configuration()
        try values.set("pen.colour", to: .text("#ff8000"))
        #expect(values.values == ["pen.color": .text("#ff8000")] && values.sets("pen.colour") && values.sets("pen.color"))
        #expect(throws: ConfigurationError.self) { try values.set("pen.colour", to: .text("red")) }
        try values.unset("pen.colour")
        #expect(values.values.isEmpty && ConfigurationKey.currentName(of: "pen.kind") == "pen.kind")
    }

    @Test("the flags before `pen.mode` are views of it")
    func penFlags() throws {
        var (values, above) = (Configuration(), Configuration())
        let (enabled, points) = (try ConfigurationKey.named("pen.enabled"), try ConfigurationKey.named("pen.points"))
        func flags(_ values: Configuration) -> [ConfigurationValue] {
            [values.value(of: enabled, over: above), values.value(of: points, over: above)]
        }
        #expect(values.penMode == .pointsAndWrites && flags(values) == [.flag(true), .flag(true)])
        try values.set("pen.points", to: .flag(false))
        #expect(values.values == ["pen.mode": .text("writes")] && flags(values) == [.flag(true), .flag(false)])
        try values.set("pen.enabled", to: .flag(true))
        #expect(values.penMode == .writes)
        try values.set("pen.enabled", to: .flag(false))
        #expect(values.penMode == .points && flags(values) == [.flag(false), .flag(true)] && values.sets("pen.points"))
        try values.set("pen.enabled", to: .flag(true))
        #expect(values.penMode == .pointsAndWrites)
        try values.unset("pen.enabled")
        #expect(values == Configuration())
        // a flag changes the value in effect, which another scope may have
        try above.set("pen.mode", to: .text("writes"))
        #expect(flags(values) == [.flag(true), .flag(false)])
        try values.set("pen.enabled", to: .flag(true), in: above)
        #expect(values.penMode == .writes)
        #expect(throws: ConfigurationError.self) { try values.set("pen.enabled", to: .text("off")) }
        #expect(throws: ConfigurationError.self) { try values.set("pen.mode", to: .text("draws")) }
        #expect(enabled.isUserWide && ConfigurationKey.penMode.isUserWide && !ConfigurationKey.all.contains(enabled))
    }

    @Test("a file of both flags gives their mode, whichever comes first")
    func bothFlags() throws {
        for (isOn, doesPoint, mode) in [
            (true, true, .pointsAndWrites), (true, false, .writes), (false, true, .points), (false, false, .points),
        ]
            as [(Bool, Bool, PenMode)]
        {
            let flags: [(String, ConfigurationValue)] = [("pen.enabled", .flag(isOn)), ("pen.points", .flag(doesPoint))]
            for order in [flags, flags.reversed()] {
                var values = Configuration()
                for (key, value) in order { try values.set(key, to: value) }
                #expect(values.penMode == mode)
            }
        }
    }

    @Test("becomes how an editor behaves")
    func behavior() throws {
        var values = Configuration()
        try values.set("recognition.pause", to: .number(250))
        try values.set("eraser.mode", to: .text("pixel"))
        try values.set("pen.color", to: .text("#ff8000"))
        try values.set("pen.kind", to: .text("marker"))
        let text = EditorConfiguration(values, type: .text)
        #expect(text.pauseMicroseconds == 250_000 && text.eraser.mode == .pixel && text.guideGap == 10)
        #expect(text.style == InkStyle(kind: .marker, red: 255, green: 128, blue: 0))
        #expect(EditorConfiguration(values, type: .drawing).guideGap == nil)
        for (unit, angle) in [("deg", AngleUnit.degrees), ("radian", .radians), ("degree", .degrees), ("rad", .radians)] {
            try values.set("math.solver.angle-unit", to: .text(unit))
            #expect(EditorConfiguration(values, type: .math).formulas.solver.angle == angle)
        }
        #expect(EditorConfiguration(values, type: .math).formulas.numbers == NumberFormat())
        try values.set("math.solver.fractional-part-digits", to: .number(2))
        try values.set("math.solver.rounding-mode", to: .text("truncate"))
        try values.set("math.solver.decimal-separator", to: .text(","))
        let math = InkEditor(type: .math, configuration: EditorConfiguration(values, type: .math))
        #expect(math.resultText(of: 25.0 / 9) == "2,77")
        #expect(throws: ConfigurationError.self) { try values.set("math.solver.fractional-part-digits", to: .number(2.5)) }
        try values.set("text.guides.enable", to: .flag(false))
        #expect(EditorConfiguration(values, type: .text).guideGap == nil)
    }
}
