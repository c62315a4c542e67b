package import InkProtocol

/// The text fields of the focused window and the mapping of tablets to the screen, as a session reported them.
package struct FieldMap: Hashable, Sendable {
    /// Maximum number of fields, and maximum number of tablets.
    static let (fieldLimit, tabletLimit) = (256, 32)

    package private(set) var fields: [TextInputInterface.Field] = []
    package private(set) var tablets: [TextInputInterface.TabletMapping] = []

    /// The name of the focused window's application; nil if unknown.
    package private(set) var application: String?

    /// A map without fields and mappings.
    package init() {}

    /// - Throws: `InvalidValue` for more fields or tablets than the limit, and for a mapping that is not six finite numbers.
    package init(_ parameters: TextInputInterface.SetFields.Parameters) throws {
        func limit(_ count: Int, of parameter: String, to limit: Int) throws {
            guard count > limit else { return }
            throw ClientInterface.InvalidValue(parameter: parameter, value: "an array of \(count)", allowed: "an array of at most \(limit)")
        }
        try limit(parameters.fields.count, of: "fields", to: Self.fieldLimit)
        try limit(parameters.tablets.count, of: "tablets", to: Self.tabletLimit)
        for (index, tablet) in parameters.tablets.enumerated() {
            guard tablet.matrix.count == 6, tablet.matrix.allSatisfy(\.isFinite) else {
                throw ClientInterface.InvalidValue(
                    parameter: "tablets[\(index)].matrix", value: "\(tablet.matrix.prefix(6))", allowed: "six finite numbers")
            }
        }
        (fields, tablets, application) = (parameters.fields, parameters.tablets, parameters.application)
    }
}
