import Editing
import InkClient
import InkProtocol

extension InkClient.InkConnection {
    /// An editor of a new part of a new package.
    func newEditor(_ type: PartType = .text, package: String = "notes") throws -> String {
        try openPackage(package, .create)
        let part = try createPart(type.rawValue, in: package)
        let editor = try createEditor()
        try setViewSize(of: editor, width: 210, height: 297)
        try setPart(of: editor, to: part.id, in: package)
        return editor
    }

    /// A small stroke at a place.
    func stroke(_ x: Double, _ y: Double) -> InkInterface.NewStroke { .init(x: [x, x + 1, x + 2], y: [y, y + 3, y]) }
}

/// The error of this type that a call is refused with.
func refusal<E: VarlinkError>(_ type: E.Type, _ call: () throws -> Void) -> E? {
    do {
        try call()
        return nil
    } catch {
        return (error as? ClientError)?.refusal(as: type)
    }
}
