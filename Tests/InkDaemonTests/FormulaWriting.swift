import Editing
import Foundation
import InkClient
import InkProtocol
import ModelStore
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

/// Formulas that tests write into a daemon with the models that come with inkd.
enum FormulaWriting {
    private static let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "models").path
    static let hasModels = FileManager.default.fileExists(atPath: models + "/formulas.safetensors")

    static func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> InkInterface.NewStroke {
        let parts = (0...12).map { Double($0) / 12 }
        return .init(x: parts.map { x0 + (x1 - x0) * $0 }, y: parts.map { y0 + (y1 - y0) * $0 })
    }

    /// An editor of a new part.
    static func editor(of type: PartType) throws -> (RunningDaemon, InkClient.InkConnection, String) {
        let daemon = try RunningDaemon(model: models + "/latin.safetensors") { $0.models = models }
        try daemon.wait("model") { $0.shared.models.problem == nil && !$0.shared.models.catalog.tags.isEmpty }
        let client = try daemon.connect()
        return (daemon, client, try client.newEditor(type))
    }
}
