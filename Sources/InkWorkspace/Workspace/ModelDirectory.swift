internal import InkProtocol
package import ModelStore
internal import Synchronization

/// The models available to each user, the models that editors use, and the default model for recognition.
package final class ModelDirectory: Sendable {
    /// The available models, and the model for lines of editors that set no language.
    private struct Selection {
        var catalog = ModelCatalog()
        /// The model for lines of editors that set no language; nil for no particular language.
        var language: InstalledModel?

        init(_ catalog: ModelCatalog = ModelCatalog(), language tag: String = "") {
            self.catalog = catalog
            language = try? catalog.language(tag)
        }
    }

    private struct State {
        /// The language tag for editors that set no language.
        var tag = ""
        /// The selection for all users without their own models.
        var common = Selection()
        /// Users' own models.
        var own: [UInt32: [InstalledModel]] = [:]
        /// The selections for users with their own models.
        var selections: [UInt32: Selection] = [:]
        /// The reason why recognition is unavailable; nil if it is available, or the recognizer has not started yet.
        var problem: String?
        /// Number of editors and requests that use each model.
        var uses: [InstalledModel: Int] = [:]

        func selection(of user: UInt32) -> Selection { selections[user] ?? common }

        mutating func select(for user: UInt32) {
            guard let models = own[user] else { return selections[user] = nil }
            selections[user] = Selection(common.catalog.with(personal: models), language: tag)
        }
    }

    private let state = Mutex(State())

    init() {}

    /// The models for all users.
    package var catalog: ModelCatalog { state.withLock { $0.common.catalog } }

    /// Returns the models for a user.
    package func catalog(of user: UInt32) -> ModelCatalog { state.withLock { $0.selection(of: user).catalog } }

    /// Returns the model for a user's lines in editors that set no language; nil for no particular language.
    func language(of user: UInt32) -> InstalledModel? { state.withLock { $0.selection(of: user).language } }

    /// Returns a user's own models.
    package func own(of user: UInt32) -> [InstalledModel] { state.withLock { $0.own[user] ?? [] } }

    /// The reason why recognition is unavailable; nil while it is available.
    package var problem: String? { state.withLock { $0.problem } }

    /// Replaces the models for all users.
    /// - Parameter language: the tag for editors that set no language.
    /// - Returns: why there is no model for that language; nil if a model was found.
    package func use(_ catalog: ModelCatalog, language tag: String) -> ModelStoreError? {
        state.withLock { state in
            state.tag = tag
            state.common = Selection(catalog, language: tag)
            for user in state.own.keys { state.select(for: user) }
        }
        do throws(ModelStoreError) {
            _ = try catalog.language(tag)
            return nil
        } catch {
            return error
        }
    }

    /// Replaces a user's own models.
    package func use(_ models: [InstalledModel], of user: UInt32) {
        state.withLock { state in
            state.own[user] = models.isEmpty ? nil : models
            state.select(for: user)
        }
    }

    /// Records that the recognizer has started, or why it cannot.
    package func recognizerStarted(_ problem: String?) { state.withLock { $0.problem = problem } }

    /// Counts a use of a model, until `release`.
    func retain(_ model: InstalledModel?) {
        guard let model else { return }
        state.withLock { $0.uses[model, default: 0] += 1 }
    }

    /// Removes one use of a model.
    func release(_ model: InstalledModel?) {
        guard let model else { return }
        state.withLock { state in
            guard let uses = state.uses[model] else { return }
            state.uses[model] = uses > 1 ? uses - 1 : nil
        }
    }

    /// Returns whether editors, or requests in progress, use the model.
    package func isInUse(_ model: InstalledModel) -> Bool {
        state.withLock { state in
            state.common.language == model || state.uses[model] != nil || state.selections.values.contains { $0.language == model }
        }
    }
}
