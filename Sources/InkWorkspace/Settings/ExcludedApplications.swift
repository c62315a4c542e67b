internal import Editing

/// The applications in which the pen only points, such as painting programs.
package struct ExcludedApplications: Sendable, Equatable {
    /// The names in lower case.
    private let names: [String]

    /// - Parameter value: a string of names separated by semicolons; any other value gives an empty list.
    init(_ value: ConfigurationValue) {
        let text = if case .text(let text) = value { text } else { "" }
        names = text.split(separator: ";").map { $0.trimmingSpaces.lowercased() }.filter { !$0.isEmpty }
    }

    /// Returns whether an application is in the list. A version may follow the name in the list: `gimp-2.10` matches `gimp`.
    package func contains(_ application: String?) -> Bool {
        guard let application = application?.lowercased() else { return false }
        return names.contains { application.hasPrefix($0) && application.dropFirst($0.count).first?.isLetter != true }
    }
}

extension Substring {
    /// The text without spaces around it.
    fileprivate var trimmingSpaces: Substring {
        let rest = drop { $0.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return rest[...last]
    }
}
