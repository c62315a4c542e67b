import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Gesture features")
struct GestureFeatureTests {
    @Test("are those of the training")
    func golden() throws {
        let golden = try GestureGolden.read()
        for expected in golden.cases {
            let context = TextContext(strokes: Array(golden.ink.prefix(expected.over)))
            let features = GestureRecognizer.features(of: GestureGolden.stroke(expected.stroke), over: context)
            guard let wanted = expected.features else {
                #expect(features == nil, "\(expected.name)")
                continue
            }
            let found = try #require(features, "\(expected.name)")
            try #require(found.count == GestureClassifier.width && wanted.count == found.count, "\(expected.name)")
            for (index, (a, b)) in zip(found, wanted).enumerated() {
                #expect(abs(a - b) < 1e-5, "\(expected.name), feature \(index)")
            }
        }
    }

    @Test("do not depend on where the writing is and how large")
    func invariance() throws {
        let golden = try GestureGolden.read()
        func moved(_ stroke: Stroke) -> Stroke {
            Stroke(id: stroke.id, points: stroke.points.map { InkPoint(x: $0.x * 64 + 4096, y: $0.y * 64 - 512) })
        }
        for expected in golden.cases.prefix(14) {
            let stroke = GestureGolden.stroke(expected.stroke)
            let a = try #require(GestureRecognizer.features(of: stroke, over: TextContext(strokes: golden.ink)))
            let b = try #require(GestureRecognizer.features(of: moved(stroke), over: TextContext(strokes: golden.ink.map(moved))))
            for (index, (a, b)) in zip(a, b).enumerated() { #expect(abs(a - b) < 1e-6, "\(expected.name), feature \(index)") }
        }
    }
}
