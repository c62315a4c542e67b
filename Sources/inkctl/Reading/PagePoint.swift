internal import ArgumentParser

/// A place on the page, or a way from one place to another: `x,y` on a command line, in millimetres, y downwards.
struct PagePoint: ExpressibleByArgument, Equatable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else { return nil }
        self.init(x: x, y: y)
    }
}
