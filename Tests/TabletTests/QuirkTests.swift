import Evdev
import Ink
import Tablet
import Testing

@Suite("Corrections of what devices report")
struct QuirkTests {
    private func forces(_ script: String, _ change: (inout Quirks) -> Void) -> String {
        pen(script, on: .cintiq.quirked(change)) { $0.phase == .down || $0.phase == .move ? String(format: $0.force) : nil }
    }

    private func places(_ script: String, _ change: (inout Quirks) -> Void) -> String {
        pen(script, on: .cintiq.quirked(change)) { "\($0.x),\($0.y)" }
    }

    @Test("without quirks a light stroke of 1 % is told, and what xf86-input-wacom takes for a touch is one")
    func defaultThreshold() {
        let bare = DeviceDescription.cintiq.with {
            $0.quirks = nil
            $0.axes[Axis.pressure] = AxisInfo(minimum: 0, maximum: 2047)
        }
        #expect(pen("0ms pen+; 1ms p=16; 2ms p=17; 3ms p=9; 4ms p=8", on: bare) == "in hover down move up")
        #expect(TipThresholds.standard.down <= 27.0 / 2048 && TipThresholds.standard.down < 0.01)
    }

    @Test("thresholds of a model's own: the one of Aiptek needs 70 of 511 to touch")
    func threshold() {
        let aiptek = DeviceDescription.cintiq.with { $0.axes[Axis.pressure] = AxisInfo(minimum: 0, maximum: 511) }
            .quirked { $0.tip = TipThresholds(down: 0.137, up: 0.098) }
        #expect(pen("0ms pen+; 1ms p=69; 2ms p=71; 3ms p=51; 4ms p=50", on: aiptek) == "in hover down move up")
    }

    @Test("thresholds that cannot be are none", arguments: [(0.1, 0.2), (1.1, 0.1), (0.1, -0.1), (.nan, 0.1)])
    func impossible(down: Double, up: Double) {
        #expect(TipThresholds(down: down, up: up) == nil)
    }

    @Test("what every tip presses in the air is no pressure")
    func pressureOffset() {
        #expect(forces("0ms pen+ p=200; 1ms p=600; 2ms p=200") { $0.pressureOffset = 200 } == "in down(0.50) up")
    }

    @Test("a curve takes pressure to force: straight, soft, and the ends stay")
    func pressureCurve() throws {
        let straight = try #require(PressureCurve([0, 0, 100, 100]))
        let soft = try #require(PressureCurve([0, 75, 25, 100]))
        for pressure in stride(from: Float(0), through: 1, by: 0.125) { #expect(abs(straight.force(pressure) - pressure) < 1e-5) }
        #expect(soft.force(0.25) > 0.7 && soft.force(0) == 0 && soft.force(1) == 1 && soft.force(-1) == 0 && soft.force(2) == 1)
        let steps = stride(from: Float(0), through: 1, by: 0.01).map(soft.force)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(forces("0ms pen+ p=250; 1ms p=1000") { $0.pressureCurve = soft } == "in down(0.81) move(1.00)")
        #expect(PressureCurve([0, 0, 100]) == nil && PressureCurve([0, 0, 100, 101]) == nil && PressureCurve([.nan, 0, 0, 0]) == nil)
    }

    @Test("tilt that is none, one that is read by its range, one by its resolution")
    func tilt() {
        func lean(_ reading: TiltReading?) -> String {
            let tablet = DeviceDescription.cintiq.with {
                $0.axes[Axis.tiltX] = AxisInfo(minimum: -60, maximum: 60, resolution: 30)
                $0.axes[Axis.tiltY] = AxisInfo(minimum: -60, maximum: 60, resolution: 30)
            }
            return pen("0ms pen+ tx=15", on: tablet.quirked { $0.tilt = reading }) { String(format: $0.altitude) }
        }
        #expect(lean(nil) == "in(1.07)" && lean(.resolution) == "in(1.07)")
        #expect(lean(.range) == "in(1.29)" && lean(TiltReading.none) == "in(1.57)")
        let positive = DeviceDescription.cintiq.with {
            $0.axes[Axis.tiltX] = AxisInfo(minimum: 0, maximum: 120, resolution: 30)
            $0.axes[Axis.tiltY] = AxisInfo(minimum: 0, maximum: 120, resolution: 30)
        }
        #expect(pen("0ms pen+ tx=75 ty=60", on: positive.quirked { $0.tilt = .resolution }) { String(format: $0.altitude) } == "in(1.07)")
    }

    @Test("a size goes before the descriptor's, the database's and the touch device's")
    func size() {
        let tablet = DeviceDescription.cintiq.with {
            $0.databaseSize = SurfaceSize(width: 400, height: 200)
            $0.touchSize = SurfaceSize(width: 30, height: 30)
        }.quirked { $0.size = SurfaceSize(width: 100, height: 40) }
        let geometry = SurfaceGeometry(tablet)
        #expect(
            geometry.activeSize == SurfaceSize(width: 100, height: 40) && geometry.sizing.source == .quirk && geometry.sizing.doubt == nil)
        #expect(geometry.place(x: 20_000, y: 10_000) == Point(x: 100, y: 40))
    }

    @Test("axes that have changed places, and what leans along them")
    func swappedAxes() {
        #expect(places("0ms pen+ x=3000 y=1000") { $0.swapsAxes = true } == "in(10.0,30.0)")
        let geometry = SurfaceGeometry(.cintiq.quirked { $0.swapsAxes = true })
        #expect(geometry.width == 100 && geometry.height == 200)
        let lean = { (script: String) in
            pen(script, on: .cintiq.quirked { $0.swapsAxes = true }) { String(format: $0.azimuth) }
        }
        #expect(lean("0ms pen+ tx=45; 1ms tx=0 ty=45; 2ms ty=-45") == "in(1.57) hover(0.00) hover(3.14)")
        let sized = DeviceDescription.cintiq.quirked {
            $0.swapsAxes = true
            $0.size = SurfaceSize(width: 50, height: 150)
        }
        #expect(SurfaceGeometry(sized).place(x: 20_000, y: 10_000) == Point(x: 50, y: 150))
    }

    @Test("a sensor that was built in turned", arguments: [(90, "70.0,10.0"), (180, "190.0,70.0"), (270, "30.0,190.0")])
    func rotation(degrees: Int, place: String) throws {
        let rotation = try #require(TabletArea.Rotation(rawValue: degrees))
        #expect(places("0ms pen+ x=1000 y=3000") { $0.rotation = rotation } == "in(\(place))")
        let geometry = SurfaceGeometry(.cintiq.quirked { $0.rotation = rotation })
        #expect(geometry.width == (rotation.swapsSides ? 100 : 200))
        #expect(abs(geometry.direction(0) - Float(degrees) * .pi / 180) < 1e-5)
        let both = SurfaceGeometry(.cintiq.quirked { $0.rotation = rotation }, area: TabletArea(rotation: .quarter))
        #expect(both.width == (rotation.swapsSides ? 200 : 100))
    }

    @Test("a distance that flickers by less than its fuzz stays what it was")
    func distanceFuzz() {
        func distances(_ script: String, fuzz: Int32?) -> String {
            pen(script, on: .cintiq.quirked { $0.distanceFuzz = fuzz }) { String(format: $0.distance) }
        }
        let script = "0ms pen+ d=20; 1ms d=21; 2ms d=20; 3ms d=22; 4ms d=25"
        #expect(distances(script, fuzz: nil) == "in(0.40) hover(0.40) hover(0.40) hover(0.44) hover(0.50)")
        #expect(distances(script, fuzz: 0) == "in(0.40) hover(0.42) hover(0.40) hover(0.44) hover(0.50)")
        #expect(distances(script, fuzz: 5) == "in(0.40) hover(0.40) hover(0.40) hover(0.40) hover(0.50)")
    }

    @Test("a device whose tools mean nothing has its pen near from the first report on")
    func forcedProximity() {
        #expect(pen("0ms x=1; 1ms pen- x=2; 2ms p=400; 900ms x=9", on: .cintiq.quirked { $0.proximity = .forced }) == "in hover down move")
    }

    @Test("a pen whose leaving may always go untold is gone after silence, though it told once")
    func missingOut() {
        let tablet = DeviceDescription.cintiq.quirked { $0.proximity = .missingOut }
        #expect(pen("0ms pen+; 10ms pen-; 20ms pen+; 900ms x=3", on: tablet) == "in out in out in")
    }

    @Test("rules match by vendor, product, name and class, and later ones go before earlier ones, key by key")
    func rules() {
        var weak = Quirks()
        (weak.size, weak.tilt) = (SurfaceSize(width: 1, height: 2), TiltReading.none)
        var strong = Quirks()
        strong.tilt = .range
        let rules = QuirkRules([
            QuirkRule(QuirkMatch(vendor: 1), weak),
            QuirkRule(QuirkMatch(vendor: 1, products: [2, 3], name: "*Pro ?", deviceClass: .pen), strong),
        ])
        func found(_ vendor: UInt16, _ product: UInt16, _ name: String, _ kind: QuirkMatch.DeviceClass = .pen) -> Quirks {
            rules.quirks(vendor: vendor, product: product, name: name, as: kind)
        }
        #expect(found(9, 2, "Tablet Pro M") == Quirks())
        #expect(found(1, 9, "Tablet Pro M") == weak && found(1, 2, "Tablet Pro") == weak && found(1, 2, "Tablet Pro M", .touch) == weak)
        #expect(found(1, 3, "Tablet Pro M") == weak.overridden(by: strong) && found(1, 3, "Tablet Pro M").size == weak.size)
    }

    @Test(
        "patterns of names",
        arguments: [
            ("*", "", true), ("*", "anything", true), ("a*c", "abbc", true), ("a*c", "abb", false), ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*Tablet_*Pen", "HUION Huion Tablet_HS611 Pen", true), ("**b*", "aab", true), ("", "", true), ("", "a", false),
            ("ä?", "äö", true),
        ])
    func globs(pattern: String, name: String, matches: Bool) {
        #expect(Glob.matches(name, pattern: pattern) == matches)
    }

    @Test("a pattern of many stars does not take for ever")
    func costlyGlob() {
        #expect(!Glob.matches(String(repeating: "a", count: 250), pattern: String(repeating: "*a", count: 120) + "b"))
    }
}
