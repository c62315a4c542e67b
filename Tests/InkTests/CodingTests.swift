import InkTestSupport
import Testing

@testable import Ink

@Suite("A stroke as bytes")
struct CodingTests {
    /// Strokes with everything that a stroke can have.
    private func strokes() throws -> [InkStroke] {
        var strokes = try Sample.writing("big Job").enumerated().map { index, samples in
            InkStroke(
                id: StrokeID(UInt64(index)), fitting: samples, style: InkStyle(kind: .pencil, red: 200, alpha: 7),
                created: 1_763_000_000_123_456)
        }
        strokes.append(Sample.stroke([(3, 4)]))
        strokes.append(InkStroke(id: StrokeID(.max), path: StrokePath(controlPoints: [], created: .min)))
        strokes[0].transform = InkTransform.rotation(radians: 1).followed(by: .translation(x: -1e9, y: 1e-9))
        strokes += erase(Sample.stroke([(0, 0), (10, 2), (20, 0)], kind: .marker), [(5, -9), (5, 9), (6, 9)], radius: 0.7) ?? []
        return strokes
    }

    @Test("what a pen drew, what an eraser left and what was moved come back exactly as they were")
    func exact() throws {
        for stroke in try strokes() {
            #expect(stroke.quantized == stroke)
            let again = try InkStroke(decoding: stroke.encoded())
            #expect(again == stroke)
            #expect(again.samples == stroke.samples)
            #expect(again.maskedPathRanges == stroke.maskedPathRanges && again.renderBounds == stroke.renderBounds)
        }
    }

    @Test(
        "people's ink comes back exactly as it was, in less than 3 bytes a sample", .enabled("needs INKD_DATA") { People.exist })
    func people() throws {
        let inks = try People.strokes(every: 400)
        let strokes = inks.map { InkStroke(id: StrokeID(1), fitting: $0, created: 1_763_000_000_000_000) }
        let bytes = strokes.map { $0.encoded() }
        #expect(try bytes.map { try InkStroke(decoding: $0) } == strokes)
        let (size, samples) = (bytes.map(\.count).reduce(0, +), inks.map(\.count).reduce(0, +))
        print("people's ink takes \(size) bytes for \(samples) samples")
        #expect(size < 3 * samples)
    }

    @Test("any path comes back within half a step of what it was")
    func bounds() throws {
        var random = SeededGenerator(seed: 3)
        func number<T: BinaryFloatingPoint>(_ range: ClosedRange<T>) -> T where T.RawSignificand: FixedWidthInteger {
            .random(in: range, using: &random)
        }
        let points = (0..<200).map {
            PathPoint(
                x: number(-500...500), y: number(-500...500), time: Float($0) * 0.0123, width: number(0...9), height: number(0...9),
                opacity: number(0...1), force: number(0...1), azimuth: number(-20...20), altitude: number(0...1.57))
        }
        let stroke = InkStroke(id: StrokeID(1), path: StrokePath(controlPoints: points, created: 77))
        let again = try InkStroke(decoding: stroke.encoded())
        #expect(again == stroke.quantized)
        let half = Float(0.5001 / 1024)
        for (a, b) in zip(points, again.path.controlPoints) {
            #expect(abs(a.x - b.x) <= Double(half) && abs(a.y - b.y) <= Double(half))
            #expect(abs(a.width - b.width) <= half && abs(a.height - b.height) <= half && abs(a.opacity - b.opacity) <= half)
            #expect(abs(a.force - b.force) <= half && abs(a.azimuth - b.azimuth) <= half && abs(a.altitude - b.altitude) <= half)
            #expect(abs(a.time - b.time) <= half / 4)
        }
    }

    @Test("numbers that cannot be stored become the nearest that can")
    func unstorable() throws {
        let wild = PathPoint(
            x: .infinity, y: .nan, time: -.infinity, width: -1, height: .greatestFiniteMagnitude, opacity: 2, force: .nan,
            azimuth: -.infinity, altitude: 9)
        let track = EraserTrack(places: [Point(x: .nan, y: 0), Point(x: 1e300, y: -1e300)], radius: 1e300)
        let mask = StrokeMask(
            kept: -1...1e300, tracks: [track, EraserTrack(places: [], radius: 1), EraserTrack(places: [Point(x: 0, y: 0)], radius: -1)])
        let stroke = InkStroke(id: StrokeID(1), path: StrokePath(controlPoints: [wild, wild], created: .max), mask: mask)
        let again = try InkStroke(decoding: stroke.encoded())
        #expect(again == stroke.quantized && again.quantized == again)
        #expect(again.path.controlPoints.allSatisfy { $0.force == 0 && $0.opacity == 1 && $0.time == 0 && $0.y == 0 && $0.x.isFinite })
        #expect(again.mask?.kept == 0...1 && again.mask?.tracks.count == 1)
        #expect(again.samples.count == again.sampleParameters.count && again.samples.allSatisfy { $0.time.microseconds == .max })
        _ = (stroke.samples, stroke.renderBounds, stroke.maskedPathRanges, erase(stroke, [(0, 0)], radius: 1))
    }

    @Test("errors say what is wrong")
    func errors() throws {
        let bytes = Sample.stroke([(0, 0), (9, 9)]).encoded()
        #expect(throws: InkCodingError.truncated) { try InkStroke(decoding: []) }
        #expect(throws: InkCodingError.trailingBytes(2)) { try InkStroke(decoding: bytes + [0, 0]) }
        #expect(throws: InkCodingError.unknownVersion(9)) { try InkStroke(decoding: [9] + bytes.dropFirst()) }
        for length in bytes.indices { #expect(throws: InkCodingError.self) { try InkStroke(decoding: Array(bytes[..<length])) } }
        #expect(InkCodingError.invalid(field: "kind", value: "7").description.contains("kind of the stroke has the invalid value 7"))
        // 2⁶³ control points: refused before there is memory for them.
        let many: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0]
        #expect(throws: InkCodingError.invalid(field: "number of control points", value: "\(Int64.max)")) { try InkStroke(decoding: many) }
    }

    @Test("damaged and random bytes give a stroke or an error, and such a stroke can be written, read and asked everything")
    func fuzz() throws {
        var random = SeededGenerator(seed: 11)
        let originals = try strokes().map { $0.encoded() }
        var (read, refused) = (0, 0)
        for round in 0..<4000 {
            var bytes = originals[round % originals.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
                case 2: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
                default: bytes[place] = .random(in: 0...255, using: &random)
                }
            }
            if round % 10 == 0 {
                bytes = [1] + (0..<Int.random(in: 0...60, using: &random)).map { _ in .random(in: 0...255, using: &random) }
            }
            guard let stroke = try? InkStroke(decoding: bytes) else {
                refused += 1
                continue
            }
            read += 1
            #expect(try InkStroke(decoding: stroke.encoded()) == stroke)
            guard round % 8 == 0, stroke.path.controlPoints.count < 200 else { continue }
            #expect(stroke.samples.allSatisfy { $0.x.isFinite && (0...1).contains($0.force) })
            _ = (stroke.renderBounds, erase(stroke, [(5, -9), (5, 9)], radius: 1), stroke.path.interpolated(by: .parameter(0.5)))
        }
        #expect(read > 300 && refused > 300, "\(read) read, \(refused) refused")
    }
}
