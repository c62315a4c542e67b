import InkEvaluation
import Testing

@Suite("Histograms")
struct HistogramTests {
    @Test("bins have round ends, and every value is in one")
    func bins() {
        let histogram = Histogram((0..<1000).map { Double($0) / 1000 })
        #expect(histogram.step == 0.05 && histogram.start == 0)
        #expect(histogram.counts.reduce(0, +) == 1000 && histogram.above == 0)
        #expect(histogram.counts.allSatisfy { (49...51).contains($0) })
        #expect(histogram.median == 0.5 && histogram.largest == 0.999 && histogram.share(0.95) == 0.95)
    }

    @Test("a value at a bin's end belongs to the next bin")
    func ends() {
        let histogram = Histogram([80, 80, 90, 100, 200])
        #expect(histogram.step == 10 && histogram.start == 80)
        #expect(histogram.counts.prefix(3) == [2, 1, 1] && histogram.counts.last == 1 && histogram.end == 210)
    }

    @Test("what lies far above nearly all is counted together")
    func outliers() {
        let histogram = Histogram((0..<100).map { Double($0 % 10) } + [5000])
        #expect(histogram.above == 1 && histogram.end <= 12 && histogram.count == 101)
        #expect(histogram.counts.reduce(0, +) == 100)
    }

    @Test("values that are all the same have a bin of their own among empty ones")
    func same() {
        for value in [200.0, 0, -3, 1e12, 1e-9] {
            let histogram = Histogram([value, value])
            #expect(histogram.counts.filter { $0 > 0 } == [2] && histogram.counts.count >= Histogram.fewest, "\(value)")
        }
    }

    @Test("no values make no bins, and what is no number is no value")
    func none() {
        #expect(Histogram([]).count == 0 && Histogram([]).counts.isEmpty && Histogram([]).median == 0)
        let histogram = Histogram([.nan, .infinity, -.infinity, 1e300, 5])
        #expect(histogram.count == 1 && histogram.counts.reduce(0, +) == 1)
    }
}
