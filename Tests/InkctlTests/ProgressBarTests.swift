import Testing

@testable import inkctl

@Suite("The progress bar")
struct ProgressBarTests {
    @Test("a bar is as long as it should be for any number", arguments: [-1, 0, 0.5, 1, 7, Double.nan, .infinity])
    func bar(fraction: Double) {
        #expect(ProgressBar.bar(fraction, width: 10).count == 10)
    }
}
