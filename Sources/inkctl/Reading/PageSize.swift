internal import ArgumentParser

/// A width and a height: `100x30` on a command line, in millimetres.
struct PageSize: ExpressibleByArgument, Equatable {
    var width: Double
    var height: Double

    init?(argument: String) {
        let numbers = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
        guard width > 0, width.isFinite, height > 0, height.isFinite else { return nil }
        self.width = width
        self.height = height
    }
}
