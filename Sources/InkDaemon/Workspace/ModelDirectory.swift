internal import InkProtocol
internal import ModelStore
internal import Synchronization

/// The models there are, which of them editors read with, and which are in use.
final class ModelDirectory: Sendable {
    private struct State {
        var catalog = ModelCatalog()
        /// Reads editors' lines where nothing else is set; nil for no language in particular.
        var language: InstalledModel?
        /// The reason why there is no recognition; nil while there is, and until the recogniser has started.
        var problem: String?
        /// Editors and requests that read with a model.
        var uses: [InstalledModel: Int] = [:]
    }

    private let state = Mutex(State())

    /// The models there are.
    var catalog: ModelCatalog { state.withLock { $0.catalog } }

    /// Reads editors' lines where nothing else is set; nil for no language in particular.
    var language: InstalledModel? { state.withLock { $0.language } }

    /// The reason why there is no recognition; nil while there is.
    var problem: String? { state.withLock { $0.problem } }

    /// Goes on with other models.
    /// - Parameter language: the tag of editors without a language of their own.
    /// - Returns: why there is no model for that language; nil if there is one.
    func use(_ catalog: ModelCatalog, language tag: String) -> ModelStoreError? {
        state.withLock { state in
            state.catalog = catalog
            do throws(ModelStoreError) {
                state.language = try catalog.language(tag)
                return nil
            } catch {
                state.language = nil
                return error
            }
        }
    }

    /// The recogniser has started, or cannot.
    func recogniserStarted(_ problem: String?) { state.withLock { $0.problem = problem } }

    /// Counts a user of a model, until `release`.
    func retain(_ model: InstalledModel?) {
        guard let model else { return }
        state.withLock { $0.uses[model, default: 0] += 1 }
    }

    /// Somebody reads with the model no more.
    func release(_ model: InstalledModel?) {
        guard let model else { return }
        state.withLock { state in
            guard let uses = state.uses[model] else { return }
            state.uses[model] = uses > 1 ? uses - 1 : nil
        }
    }

    /// Whether editors, or requests under way, read with the model.
    func isInUse(_ model: InstalledModel) -> Bool { state.withLock { $0.language == model || $0.uses[model] != nil } }
}
