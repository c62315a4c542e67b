import ArgumentParser
import InkClient
import Foundation
import Ink
import InkProtocol
import InkTestSupport
import Testing

@testable import inkctl

@Suite("inkctl calibrate")
struct CalibrateTests {
    /// A tablet of 200 × 100 mm, written on by `area`, with a calibration in force.
    private static func device(_ area: TabletArea = TabletArea(), calibration: [Double]? = nil) -> DevicesInterface.Device {
        let mapping = AreaMapping(area, width: 200, height: 100)
        var device = WatchFormatterTests.device(1)
        (device.name, device.vendor, device.product, device.activeWidth, device.activeHeight) = ("Pad <S>", 0x56a, 0x357, 200, 100)
        (device.width, device.height) = (mapping.width, mapping.height)
        device.placement = .init(x: mapping.part.x, y: mapping.part.y, turn: mapping.turn.rawValue)
        device.calibration = calibration
        return device
    }

    /// A sensor's error: what would put its places right.
    private static let truth = [1.02, -0.01, 0.005, 0.02, 0.97, 0.03]

    /// What inkd tells of taps on the crosses, with a sensor that `truth` would put right and `calibration` in force.
    private static func taps(_ surface: TappedSurface, jitter: Double = 0) throws -> [Point] {
        let wrong = try #require(TabletCalibration(truth)?.scaled(width: 200, height: 100).inverse)
        var generator = SeededGenerator(seed: 7)
        return surface.crosses.map { cross in
            var collector = TapCollector()
            for number in 0..<21 {
                var sensed = wrong(surface.mapping.unmapped(cross))
                // a few samples fly far away
                let reach = number == 10 ? 2 : jitter
                if jitter > 0 {
                    sensed.x += Double.random(in: -reach...reach, using: &generator)
                    sensed.y += Double.random(in: -reach...reach, using: &generator)
                }
                let told = surface.mapping.mapped(surface.inForce(sensed))
                collector.take(event(number == 0 ? .down : .move, told.x, told.y))
            }
            collector.take(event(.up, 0, 0))
            return collector.taps.first ?? Point(x: .nan, y: .nan)
        }
    }

    private static func event(
        _ phase: PointerInterface.Phase, _ x: Double, _ y: Double, gap: Bool = false
    ) -> PointerInterface.Event {
        var event = WatchFormatterTests.event(phase)
        (event.x, event.y, event.gap) = (x, y, gap)
        return event
    }

    // MARK: What is kept

    @Test("a calibration is kept beside what else is, by the tablet's numbers, and taken back alone")
    func kept() throws {
        let (device, calibration) = (Self.device(), try #require(TabletCalibration(Self.truth)))
        let text = try OwnFit.text("Pad <S> = stylus undo; 1:2 = smoothing 1", of: device) { $0.calibration = calibration }
        #expect(text == "0001:0002 = smoothing 1; 056a:0357 = calibration 1.02,-0.01,0.005,0.02,0.97,0.03 stylus undo")
        #expect(try OwnFit.text(text, of: device) { $0.calibration = nil } == "0001:0002 = smoothing 1; 056a:0357 = stylus undo")
        #expect(try OwnFit.text("056a:0357 = stylus undo", of: device) { $0.pen.buttons = PenButtons() }.isEmpty)
        #expect(throws: InkctlError.self) { try OwnFit.text("nonsense", of: device) { $0.calibration = nil } }
    }

    // MARK: The calculation

    @Test(
        "taps give the calibration that puts them right, whatever part is written on, however it is turned, and whatever is in force",
        arguments: TabletArea.Rotation.allCases, [nil, [0.98, 0.02, 0.01, -0.01, 1.05, -0.03]] as [[Double]?])
    func exact(rotation: TabletArea.Rotation, calibration: [Double]?) throws {
        for edges in ["0,0,100,100", "10,20,90,80"] {
            let area = TabletArea(edges: try #require(AreaEdges(edges)), rotation: rotation)
            let surface = try TappedSurface(Self.device(area, calibration: calibration))
            let fit = try CalibrationFit(taps: Self.taps(surface), on: surface)
            for (found, true_) in zip(fit.calibration.numbers, Self.truth) { #expect(abs(found - true_) < 2e-6) }
            #expect(try #require(fit.after.max()) < 0.001 && (try #require(fit.before.max())) > 1)
        }
    }

    @Test("the trembling of a hand is taken out, and so is a sample that flew away")
    func jittered() throws {
        let surface = try TappedSurface(Self.device())
        let fit = try CalibrationFit(taps: Self.taps(surface, jitter: 0.5), on: surface)
        let right = try #require(TabletCalibration(Self.truth)).scaled(width: 200, height: 100)
        let found = fit.calibration.scaled(width: 200, height: 100)
        for corner in [Point(x: 0, y: 0), Point(x: 200, y: 0), Point(x: 0, y: 100), Point(x: 200, y: 100)] {
            #expect(right(corner).distance(to: found(corner)) < 0.5)
        }
    }

    @Test("taps that give no sensible calibration are refused with the reason")
    func refusals() throws {
        let surface = try TappedSurface(Self.device())
        func refusal(_ change: (Point) -> Point) -> String {
            do throws(FittingError) {
                let fit = try CalibrationFit(taps: surface.crosses.map(change), on: surface)
                return "taken: \(fit.calibration.numbers)"
            } catch { return error.description }
        }
        #expect(refusal { Point(x: 200 - $0.x, y: $0.y) }.contains("mirrored"))
        #expect(refusal { Point(x: $0.x, y: 50) }.contains("on one line"))
        #expect(refusal { _ in Point(x: 20, y: 10) }.contains("on one line"))
        #expect(refusal { Point(x: .nan, y: $0.y) }.contains("Tap each cross once"))
        #expect(refusal { Point(x: 200 - $0.x, y: 100 - $0.y) }.contains("rotated by 180°."))
        #expect(refusal { Point(x: $0.x / 2, y: $0.y / 2) }.contains("limit of 20 %"))
        #expect(refusal { $0.x > 100 && $0.y > 50 ? Point(x: $0.x - 15, y: $0.y) : $0 }.contains("one tap missed its cross"))
        #expect(throws: FittingError.self) { try CalibrationFit(taps: [], on: surface) }
        // the taps of somebody whose tablet lies upright
        let upright = try TappedSurface(Self.device(TabletArea(rotation: .quarter)))
        let turned = upright.crosses.map { upright.mapping.unmapped($0) }
        #expect(throws: FittingError.self) { try CalibrationFit(taps: turned, on: surface) }
        do throws(FittingError) { _ = try CalibrationFit(taps: turned, on: surface) } catch {
            #expect(error.description.contains("--rotation 90"))
        }
    }

    @Test("a tablet without a size cannot be calibrated, and the remedy is told")
    func unitless() throws {
        var device = Self.device()
        device.activeWidth = nil
        #expect(throws: FittingError.noSize("Pad <S>")) { try TappedSurface(device) }
    }

    // MARK: Taps

    @Test("a tap is one contact in one place; strokes, the same place again, and what lost reports do not count")
    func taps() {
        var collector = TapCollector()
        func tap(_ places: [(Double, Double)], gap: Bool = false) {
            for (number, place) in places.enumerated() {
                collector.take(Self.event(number == 0 ? .down : .move, place.0, place.1, gap: gap && number == 1))
            }
            collector.take(Self.event(.up, 0, 0))
        }
        tap([(10, 10), (10.2, 10.1), (10.1, 10.2)])
        #expect(collector.taps == [Point(x: 10.1, y: 10.1)] && collector.refusal == nil)
        tap([(11, 10)])
        #expect(collector.refusal == .repeated)
        tap([(50, 10), (60, 10), (70, 10)])
        #expect(collector.refusal == .dragged)
        tap([(50, 10), (50, 10)], gap: true)
        #expect(collector.refusal == .incomplete)
        collector.take(Self.event(.down, 50, 10))
        collector.take(Self.event(.cancel, 50, 10))
        collector.take(Self.event(.up, 50, 10))
        #expect(collector.taps.count == 1)
        var finger = Self.event(.down, 50, 10)
        finger.tool = .finger
        collector.take(finger)
        collector.take(Self.event(.up, 50, 10))
        #expect(collector.taps.count == 1)
        tap([(50, 10)])
        #expect(collector.taps.count == 2 && collector.refusal == nil)
    }

    // MARK: What is shown

    @Test("the drawing has a number for each cross, and shows which are done")
    func drawing() {
        let picture = CrossPicture(width: 200, height: 100)
        let lines = picture.lines(tapped: 2, columns: 20, rows: 10)
        #expect(Set(lines.map(\.count)).count == 1 && lines.count == 7)
        #expect(lines.joined().contains("✓1") && lines.joined().contains("✓2") && lines.joined().contains("+3"))
        #expect(picture.distances.hasPrefix("20.0 mm") && picture.distances.contains("10.0 mm"))
        #expect(CrossPicture(width: 0, height: 0).lines(tapped: 0).isEmpty)
    }

    @Test("the sheet has true size, the picture for a screen fills it")
    func svg() {
        let picture = CrossPicture(width: 200, height: 100)
        let sheet = picture.svg(title: "Pad <S>", fillsScreen: false)
        #expect(sheet.contains("width=\"200.000mm\" height=\"100.000mm\"") && sheet.contains("<title>Pad &lt;S&gt;</title>"))
        #expect(sheet.contains("M15.000 10.000h10.000M20.000 5.000v10.000"))
        #expect(picture.svg(title: "", fillsScreen: true).contains("width=\"100%\" height=\"100%\" preserveAspectRatio=\"none\""))
    }

    @Test("the lines for the configuration are those that inkd reads")
    func yaml() throws {
        let calibration = try #require(TabletCalibration([1, 0, 0.0125, -0.002, 0.99, 0]))
        #expect(
            CalibrateCommand.yaml(Self.device(), calibration).filter { !$0.hasPrefix("#") } == [
                "  tablets:", "    \"056a:0357\":  # Pad <S>", "      calibration: [1, 0, 0.0125, -0.002, 0.99, 0]",
            ])
    }

    // MARK: With a daemon

    @Test(
        "taps that a daemon tells of are measured; with the printed lines in force they lie on their crosses, and measure the same",
        .timeLimit(.minutes(MachineSpeed.limit)), .enabled(if: RecordedPen.hasInkd, "inkd is not beside the tests"))
    func daemon() throws {
        let wrong = try #require(TabletCalibration(Self.truth)?.transform.inverse)
        var pen = RecordedPen()
        for cross in TappedSurface.crosses {
            let place = wrong(cross)
            pen.contact(x: place.x * 200, y: place.y * 120, pressures: [1500, 1600, 1700, 1500], serial: 0x1234)
        }
        let first = try pen.run(["calibrate"])
        #expect(first.status == 0, "\(first.errors)")
        let lines = first.output.split(separator: "\n").map(String.init)
        let now = try #require(lines.first { $0.hasPrefix("Now: ") })
        #expect(!now.contains("Now: 0."))
        let numbers = try Self.calibration(in: first.output)
        for (found, right) in zip(numbers, Self.truth) { #expect(abs(found - right) < 1e-4) }
        let section = lines.drop { $0 != "  tablets:" }.joined(separator: "\n")
        let again = try pen.run(["calibrate"], configuration: "devices:\n\(section)\n")
        #expect(again.status == 0 && again.output.contains("Now: 0.0"), "\(again.output) \(again.errors)")
        for (found, right) in zip(try Self.calibration(in: again.output), Self.truth) { #expect(abs(found - right) < 1e-4) }
    }

    @Test(
        "a daemon that ends before there are four taps is told of", .timeLimit(.minutes(MachineSpeed.limit)),
        .enabled(if: RecordedPen.hasInkd, "inkd is not beside the tests"))
    func tooFew() throws {
        var pen = RecordedPen()
        pen.contact(x: 20, y: 12, pressures: [1500], serial: 0)
        let result = try pen.run(["calibrate", "-q"])
        #expect(result.status == 1 && result.output.isEmpty && !result.errors.isEmpty, "\(result)")
    }

    private static func calibration(in output: String) throws -> [Double] {
        let line = try #require(output.split(separator: "\n").first { $0.contains("calibration: [") })
        let numbers = line.drop { $0 != "[" }.dropFirst().dropLast().split(separator: ",")
        return numbers.compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    }
}
