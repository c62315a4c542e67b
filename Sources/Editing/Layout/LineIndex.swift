internal import Ink

/// Finds the lines near a place among however many there are: the page is cut into bands, and each knows the lines that come near it.
struct LineIndex: Sendable {
    /// Height of a band.
    private let band: Double
    private var lines: [Int: Set<LineID>] = [:]
    /// Text heights of all lines, ascending.
    private(set) var heights: [Double] = []

    /// How many of its text heights a line reaches beyond its ink.
    static let reach = 1.7

    /// A line higher than this many bands is in every band's list of the exceptional ones.
    private static let mostBands = 64
    private var tall: Set<LineID> = []

    init(band: Double) { self.band = band > 0 ? band : 1 }

    /// Middle of the lines' text heights; 0 without lines.
    var typicalHeight: Double { heights.isEmpty ? 0 : heights[heights.count / 2] }

    mutating func insert(_ line: InkLine) {
        heights.insert(line.textHeight, at: position(of: line.textHeight))
        if let bands = bands(of: line) {
            for band in bands { lines[band, default: []].insert(line.id) }
        } else {
            tall.insert(line.id)
        }
    }

    mutating func remove(_ line: InkLine) {
        let index = position(of: line.textHeight)
        if index < heights.count, heights[index] == line.textHeight { heights.remove(at: index) }
        if let bands = bands(of: line) {
            for band in bands {
                lines[band]?.remove(line.id)
                if lines[band]?.isEmpty == true { lines[band] = nil }
            }
        } else {
            tall.remove(line.id)
        }
    }

    /// The lines that may reach into `low`…`high`, in the order they were begun; nil if it must be all of them.
    func lines(from low: Double, to high: Double) -> [LineID]? {
        guard let bands = bands(low, high) else { return nil }
        return bands.reduce(into: tall) { $0.formUnion(lines[$1] ?? []) }.sorted()
    }

    /// A stroke that belongs to a line lies up to `reach` text heights off it.
    private func bands(of line: InkLine) -> ClosedRange<Int>? {
        bands(line.box.y - Self.reach * line.textHeight, line.box.bottom + Self.reach * line.textHeight)
    }

    /// nil if they are too many, or no numbers.
    private func bands(_ low: Double, _ high: Double) -> ClosedRange<Int>? {
        let (first, last) = ((low / band).rounded(.down), (high / band).rounded(.down))
        guard first.magnitude < 1e15, last.magnitude < 1e15, first <= last, last - first < Double(Self.mostBands) else { return nil }
        return Int(first)...Int(last)
    }

    /// Index of the first height that is not smaller.
    private func position(of height: Double) -> Int {
        var (low, high) = (0, heights.count)
        while low < high {
            let middle = (low + high) / 2
            if heights[middle] < height { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
