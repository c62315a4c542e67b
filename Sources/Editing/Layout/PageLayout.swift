public import Ink

/// Splits the ink of a page into its lines.
///
/// Three steps. The strokes are cut, in the order they were drawn, into runs that lie along straight lines
/// (`LineSegmentation`); runs on one level become one line, whenever they were drawn; strokes that lie nearer to another
/// line, such as dots set later, go there.
public enum PageLayout {
    /// Runs that are looked at together; pages have a few dozen.
    private static let mostRuns = 200
    /// Strokes that are looked at together.
    private static let mostStrokes = 5_000

    /// The lines of the strokes from top to bottom, column by column, each as indices into `strokes` in the order they are to be read.
    ///
    /// Strokes without samples are on no line. Ink of more than 200 lines or 5,000 strokes is taken for several pages, one after
    /// the other, so that nobody waits long for it.
    public static func lines(of strokes: [Stroke]) -> [[Int]] {
        let indices = strokes.indices.filter { !strokes[$0].points.isEmpty }
        var ink = indices.map { Stroke(id: StrokeID(UInt64($0)), points: strokes[$0].points) }
        let slope = LineSegmentation(ink).slope
        for index in ink.indices {
            for point in ink[index].points.indices { ink[index].points[point].y -= slope * ink[index].points[point].x }
        }
        let segmentation = LineSegmentation(ink)
        return pages(segmentation.runs).flatMap { runs in
            var page = PageLines(height: segmentation.height, runs: runs.map { ink[$0].compactMap(LineMark.init) })
            page.joinRuns()
            page.moveStrays()
            return page.readingOrder.map { line in
                let indices = line.map { Int($0.stroke.value) }
                return ReadingOrder.indices(of: indices.map { strokes[$0] }).map { indices[$0] }
            }
        }
    }

    private static func pages(_ runs: [Range<Int>]) -> [[Range<Int>]] {
        var pages: [[Range<Int>]] = []
        for run in runs {
            if let last = pages.last, let first = last.first, last.count < mostRuns, run.upperBound - first.lowerBound <= mostStrokes {
                pages[pages.count - 1].append(run)
            } else {
                pages.append([run])
            }
        }
        return pages
    }
}
