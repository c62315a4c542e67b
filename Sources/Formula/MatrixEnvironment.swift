/// LaTeX's environments of matrices, by the brackets that they draw.
enum MatrixEnvironment: String, CaseIterable {
    case matrix
    case pmatrix
    case bmatrix
    case braced = "Bmatrix"
    case vmatrix
    case norm = "Vmatrix"
    case cases

    /// The brackets in Unicode; empty strings if the environment draws none.
    var brackets: (open: String, close: String) {
        switch self {
        case .matrix: ("", "")
        case .pmatrix: ("(", ")")
        case .bmatrix: ("[", "]")
        case .braced: ("{", "}")
        case .vmatrix: ("|", "|")
        case .norm: ("‖", "‖")
        case .cases: ("{", "")
        }
    }

    /// Returns the environment with these brackets; nil if no environment has them, or if both are empty.
    init?(open: String, close: String) {
        let found = Self.allCases.first { $0 != .matrix && $0.brackets == (open, close) }
        guard let found else { return nil }
        self = found
    }

    /// Returns the node of a matrix in this environment.
    func node(_ rows: [[MathNode]]) -> MathNode {
        let (open, close) = brackets
        return self == .matrix ? .matrix(rows) : .fenced(open, .matrix(rows), close)
    }
}
