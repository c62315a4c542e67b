extension InterfaceDefinition {
    /// A message that an interface describes.
    public enum Message: Sendable, Hashable {
        /// The parameters of a call of this method.
        case input(of: String)
        /// The parameters of a reply of this method.
        case output(of: String)
        /// The parameters of this error, by its name without the interface.
        case error(String)
    }

    /// Where a value first differs from what the interface says.
    public struct Misfit: Sendable, Hashable, CustomStringConvertible {
        /// The way to the value, such as "events[2].phase"; empty for the whole.
        public var path: String
        /// What is expected there, and what is there.
        public var reason: String

        /// The path and the reason.
        public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }

        fileprivate func inside(_ place: String) -> Misfit { Misfit(path: place + path, reason: reason) }
    }

    /// Says whether `value` is a right message; nil if it is. Fields that the interface does not have are misfits too.
    public func check(message value: JSONValue, as message: Message) -> Misfit? {
        let fields: [Field]?
        switch message {
        case .input(let method): fields = methods[method]?.input
        case .output(let method): fields = methods[method]?.output
        case .error(let error): fields = errors[error]
        }
        guard let fields else { return Misfit(path: "", reason: "\(name) has no \(message)") }
        guard var misfit = misfit(value, .structure(fields)) else { return nil }
        if misfit.path.first == "." { misfit.path.removeFirst() }
        return misfit
    }

    /// The recursion is as deep as `value` is: each step but `optional` and `named`, which cannot follow themselves, goes into it.
    /// The path grows on the way back, so that a right value costs none.
    private func misfit(_ value: JSONValue, _ type: TypeExpression) -> Misfit? {
        switch (type, value) {
        case (.bool, .bool), (.int, .int), (.float, .int), (.float, .double), (.string, .string), (.object, .object), (.optional, .null):
            return nil
        case (.optional(let wrapped), _):
            return misfit(value, wrapped)
        case (.named(let name), _):
            guard let type = types[name] else { return Misfit(path: "", reason: "there is no type \(name)") }
            return misfit(value, type)
        case (.array(let element), .array(let values)):
            for (index, value) in values.enumerated() {
                if let misfit = misfit(value, element) { return misfit.inside("[\(index)]") }
            }
            return nil
        case (.map(let element), .object(let members)):
            let misfits = members.compactMap { key, value in misfit(value, element).map { (key, $0) } }
            return misfits.min { $0.0 < $1.0 }.map { key, misfit in misfit.inside(".\(key)") }
        case (.enumeration(let names), .string(let text)):
            return names.contains(text) ? nil : Misfit(path: "", reason: "expected one of \(names.joined(separator: ", "))")
        case (.structure(let fields), .object(let members)):
            return misfit(members, fields)
        default:
            return Misfit(path: "", reason: "expected \(Self.text(type)), found \(value.kind)")
        }
    }

    private func misfit(_ members: [String: JSONValue], _ fields: [Field]) -> Misfit? {
        for field in fields {
            if let value = members[field.name] {
                if let misfit = misfit(value, field.type) { return misfit.inside(".\(field.name)") }
            } else if case .optional = field.type {
                continue
            } else {
                return Misfit(path: ".\(field.name)", reason: "is missing")
            }
        }
        let unknown = members.keys.filter { key in !fields.contains { $0.name == key } }.min()
        return unknown.map { Misfit(path: ".\($0)", reason: "is unknown") }
    }

    private static func text(_ type: TypeExpression) -> String {
        switch type {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string, .enumeration: "string"
        case .object, .map, .structure: "object"
        case .array: "array"
        case .optional(let wrapped): text(wrapped)
        case .named(let name): name
        }
    }
}
