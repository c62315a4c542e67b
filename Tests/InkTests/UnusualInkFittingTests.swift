import InkTestSupport
import Testing

@testable import Ink

@Suite("Fitting a path to unusual ink")
struct UnusualInkFittingTests {
    @Test("a tap is one control point, two points are two, and what says nothing new or is no place is left out")
    func degenerate() {
        let tap = InkPoint(x: 3, y: 4)
        #expect(fit([tap]).path.controlPoints.count == 1)
        #expect(fit([tap]).path.point(at: 7).x == 3)
        #expect(fit([tap, tap]).path.controlPoints.count == 1)
        let later = InkPoint(x: 3, y: 4, time: Instant(microseconds: 500_000))
        #expect(fit([tap, later]).path.controlPoints.map(\.time) == [0, 0.5])
        #expect(fit([]).path.controlPoints.isEmpty)
        let bad = [InkPoint(x: .nan, y: 0), InkPoint(x: 0, y: -.infinity), InkPoint(x: 1e300, y: 0)]
        #expect(fit(bad).path.controlPoints.isEmpty)
        #expect(fit(bad + [tap] + bad).path == fit([tap]).path)
        var odd = tap
        (odd.force, odd.azimuth, odd.altitude) = (.nan, .infinity, -.infinity)
        #expect(fit([odd, InkPoint(x: 9, y: 4)]).path.controlPoints.allSatisfy { $0.force == 0 && $0.azimuth == 0 && $0.altitude > 1.5 })
        #expect(StrokePath(fitting: [tap, InkPoint(x: 9, y: 4)], tolerance: .nan, style: InkStyle(), created: 0).controlPoints.count == 2)
    }

    @Test("a straight fast line takes two control points")
    func line() {
        let (path, error, _) = fit(
            (0..<20).map { InkPoint(x: 9 * Double($0), y: 4 * Double($0), time: Instant(microseconds: Int64($0) * 5000)) })
        #expect(path.controlPoints.count == 2)
        #expect(error <= 0.05)
    }

    @Test("times that go backwards stand still instead")
    func backwards() {
        let times: [Int64] = [0, 10, 20, 15, 5, 30, -1000, 40]
        let (path, error, used) = fit(times.enumerated().map { InkPoint(x: Double($0 * $0), y: 0, time: Instant(microseconds: $1 * 1000)) })
        #expect(error <= 0.05)
        #expect(used.map { $0.time.microseconds / 1000 } == [0, 10, 20, 20, 20, 30, 30, 40])
        #expect(abs(path.point(at: 99).time - 0.04) < 1e-3)
        let wild = [Int64.min, 0, .max, 7].enumerated().map { InkPoint(x: Double($0), y: 0, time: Instant(microseconds: $1)) }
        #expect(fit(wild).path.point(at: 99).time == 4096)
    }

    @Test("an azimuth that passes a full turn turns on, and not back")
    func azimuth() {
        let samples = (0..<40).map {
            InkPoint(x: Double($0), y: 0, azimuth: Float((6 + 0.02 * Double($0)).truncatingRemainder(dividingBy: 2 * .pi)))
        }
        let path = StrokePath(fitting: samples, style: InkStyle(), created: 0)
        let azimuths = path.interpolated(by: .parameter(0.1)).map(\.azimuth)
        #expect(azimuths.allSatisfy { $0 >= 0 && $0 < 2 * .pi && ($0 > 5.9 || $0 < 0.6) })
    }

    @Test("noise takes as many control points as it must, and is passed within the tolerance", arguments: 0..<20)
    func noise(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let scale = [1.0, 100, 30_000, 1e8][Int(seed % 4)]
        let samples = (0..<Int.random(in: 2...60, using: &random)).map { _ in
            InkPoint(x: .random(in: -scale...scale, using: &random), y: .random(in: -scale...scale, using: &random))
        }
        #expect(fit(samples).error <= 0.05)
    }

    @Test("device units are fitted within their own tolerance, and marks grow with it")
    func deviceUnits() throws {
        for samples in try Sample.writing("unit") {
            let scaled = samples.map { point in
                var point = point
                (point.x, point.y) = (point.x * 100, point.y * 100)
                return point
            }
            let (path, error, _) = fit(scaled, tolerance: 5)
            #expect(error <= 5)
            #expect(path.precision == 0.125)
            #expect(abs(path.controlPoints.count - fit(samples).path.controlPoints.count) <= 4)
            #expect(path.point(at: 0).width > 20)
        }
    }

    @Test("a hundred thousand samples are fitted as closely")
    func long() {
        let samples = (0..<100_000).map { index in
            let t = Double(index) / 400
            return InkPoint(
                x: t + 3 * InkTransform.sineAndCosine(t).sine, y: 4 * InkTransform.sineAndCosine(t * 1.3).cosine,
                time: Instant(microseconds: Int64(index) * 5000))
        }
        let (path, error, _) = fit(samples)
        #expect(error <= 0.05)
        #expect(path.controlPoints.count < 5000)
    }
}
