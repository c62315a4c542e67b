import InkTestSupport
import Testing

@testable import Ink

/// The path of the samples, and the largest distance of a used sample from its own parameter's point.
func fit(_ samples: [InkPoint], tolerance: Double = 0.05) -> (path: StrokePath, error: Double, used: [InkPoint]) {
    let fitted = StrokePath.fit(samples, tolerance: tolerance, style: InkStyle(), created: 0)
    let (path, used, parameters) = (fitted.path, fitted.samples, fitted.parameters)
    #expect(zip(parameters, parameters.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(zip(path.controlPoints, path.controlPoints.dropFirst()).allSatisfy { $0.time <= $1.time })
    let errors = zip(used, parameters).map { path.place(at: $1).distance(to: Point(x: $0.x, y: $0.y)) }
    return (path, errors.max() ?? 0, used)
}

@Suite("Fitting a path to samples")
struct FittingTests {
    @Test(
        "the curve passes every sample of people's ink within 0.05 mm, with a third as many control points",
        .enabled("needs INKD_DATA") { People.exist })
    func people() throws {
        let fits = try People.strokes(every: 100).map { fit($0) }
        let (controls, samples) = (fits.map(\.path.controlPoints.count).reduce(0, +), fits.map(\.used.count).reduce(0, +))
        print("control points of people's ink: \(controls) for \(samples) samples, worst \(fits.map(\.error).max() ?? 0) mm")
        #expect(fits.count > 50)
        #expect(fits.allSatisfy { $0.error <= 0.05 })
        #expect(Double(controls) < 0.36 * Double(samples))
    }

    @Test("the curve passes every sample of steady writing within 0.05 mm, with a quarter as many control points")
    func steadyWriting() throws {
        let fits = try Sample.writing("the quick brown fox jumps over the lazy dog").map { fit($0) }
        let (controls, samples) = (fits.map(\.path.controlPoints.count).reduce(0, +), fits.map(\.used.count).reduce(0, +))
        #expect(fits.allSatisfy { $0.error <= 0.05 })
        #expect(Double(controls) < 0.25 * Double(samples), "\(controls) for \(samples)")
    }

    @Test("a smaller tolerance is kept as well, and takes more control points", arguments: [0.005, 0.02, 0.05, 0.2])
    func tolerance(_ tolerance: Double) throws {
        let fits = try Sample.writing("quick").map { (own: fit($0, tolerance: tolerance), coarser: fit($0, tolerance: 4 * tolerance)) }
        #expect(fits.allSatisfy { $0.own.error <= tolerance })
        #expect(fits.map(\.own.path.controlPoints.count).reduce(0, +) > fits.map(\.coarser.path.controlPoints.count).reduce(0, +))
    }

    @Test("the curve begins and ends where the pen did, and when")
    func ends() throws {
        for samples in try Sample.writing("path") {
            let path = StrokePath(fitting: samples, style: InkStyle(), created: 5)
            let (first, last) = (try #require(samples.first), try #require(samples.last))
            let (begin, end) = (path.point(at: 0), path.point(at: path.parameters.upperBound))
            #expect(abs(begin.x - first.x) <= path.precision && abs(begin.y - first.y) <= path.precision)
            #expect(abs(end.x - last.x) <= path.precision && abs(end.y - last.y) <= path.precision)
            #expect(begin.time == 0)
            #expect(abs(Double(end.time) - Double(last.time.since(first.time)) / 1e6) < 1e-3)
            #expect(path.created == 5)
        }
    }

    @Test("times and forces on the curve are those of the samples")
    func channels() throws {
        for samples in try Sample.writing("amen") {
            let fitted = StrokePath.fit(samples, tolerance: 0.05, style: InkStyle(), created: 0)
            let (path, used, parameters) = (fitted.path, fitted.samples, fitted.parameters)
            for (sample, parameter) in zip(used, parameters) {
                let point = path.point(at: parameter)
                #expect(abs(Double(point.time) - Double(sample.time.since(used[0].time)) / 1e6) < 0.02)
                #expect(abs(point.force - sample.force) < 0.2)
                #expect(abs(point.azimuth - sample.azimuth) < 0.05 && abs(point.altitude - sample.altitude) < 0.05)
            }
        }
    }

    @Test("a pen is wider under more force, a pencil darker, a marker neither; without force all are as usual")
    func marks() throws {
        func marks(_ kind: InkStyle.Kind, force: Float) throws -> PathPoint {
            let samples = (0..<5).map { InkPoint(x: Double($0), y: 0, force: force) }
            return StrokePath(fitting: samples, style: InkStyle(kind: kind), created: 0).point(at: 0.5)
        }
        #expect(try marks(.pen, force: 0.9).width > marks(.pen, force: 0.2).width)
        #expect(try marks(.pencil, force: 0.9).opacity > marks(.pencil, force: 0.2).opacity)
        #expect(try marks(.marker, force: 0.9).width == marks(.marker, force: 0.2).width)
        #expect(try marks(.marker, force: 0.5).width != marks(.marker, force: 0.5).height)
        #expect(try marks(.pen, force: 0).width == marks(.pen, force: 0.5).width)
    }
}
