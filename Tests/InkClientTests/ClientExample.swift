import Foundation
import Ink
import InkClient
import InkProtocol

/// Writes a note by hand, has it read, and leaves a picture of it. Gives its text.
func writeNote(socket: String? = nil, picture: URL) throws -> String {
    let inkd = try InkConnection(path: socket)

    // A package is a notebook. It has a name; where it lies is inkd's business.
    try inkd.openPackage("notes", .create)
    let part = try inkd.createPart("Text", in: "notes")

    // An editor needs a surface, in millimeters, and then a part to edit.
    let editor = try inkd.createEditor()
    try inkd.setViewSize(of: editor, width: 148, height: 105)
    try inkd.setPart(of: editor, to: part.id, in: "notes")

    // "hi", as a pen draws it: millimeters, y down, one sample after the other.
    try inkd.write(
        [
            InkInterface.NewStroke(x: [20, 20, 20, 20.5, 22, 23, 23, 23], y: [20, 25, 30, 27, 26, 27, 28.5, 30]),
            InkInterface.NewStroke(x: [27, 27, 27], y: [26, 28, 30]),
            InkInterface.NewStroke(x: [27], y: [23.5]),
        ], in: editor)
    let state = try inkd.waitForIdle(editor)

    // The page as a picture, and everything into the package's file.
    try Data(inkd.export(editor, as: .png)).write(to: picture)
    try inkd.savePackage("notes")
    try inkd.closeEditor(editor)
    try inkd.closePackage("notes")
    return state.text ?? ""
}
