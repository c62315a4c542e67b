internal import ArgumentParser

/// `key=value` on a command line.
struct Assignment: ExpressibleByArgument, Equatable {
    /// Before the first `=`; never empty.
    var key: String
    /// After it.
    var value: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
        key = String(argument[..<sign])
        value = String(argument[argument.index(after: sign)...])
    }
}
