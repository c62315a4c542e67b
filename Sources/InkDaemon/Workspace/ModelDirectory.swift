internal import InkProtocol
internal import ModelStore
internal import Synchronization

/// The models there are for each user, which of them editors read with, and which are in use.
final class ModelDirectory: Sendable {
    /// The models that somebody reads with.
    private struct Selection {
        var catalog = ModelCatalog()
        /// Reads editors' lines where nothing else is set; nil for no language in particular.
        var language: InstalledModel?

        init(_ catalog: ModelCatalog = ModelCatalog(), language tag: String = "") {
            self.catalog = catalog
            language = try? catalog.language(tag)
        }
    }

    private struct State {
        /// The tag that editors read in unless something else is set.
        var tag = ""
        /// For everybody who has no models of their own.
        var common = Selection()
        /// Users' own models.
        var own: [UInt32: [InstalledModel]] = [:]
        /// For users who have models of their own.
        var selections: [UInt32: Selection] = [:]
        /// The reason why there is no recognition; nil while there is, and until the recogniser has started.
        var problem: String?
        /// Editors and requests that read with a model.
        var uses: [InstalledModel: Int] = [:]

        func selection(of user: UInt32) -> Selection { selections[user] ?? common }

        mutating func select(for user: UInt32) {
            guard let models = own[user] else { return selections[user] = nil }
            selections[user] = Selection(common.catalog.with(personal: models), language: tag)
        }
    }

    private let state = Mutex(State())

    /// The models there are for everybody.
    var catalog: ModelCatalog { state.withLock { $0.common.catalog } }

    /// The models there are for a user.
    func catalog(of user: UInt32) -> ModelCatalog { state.withLock { $0.selection(of: user).catalog } }

    /// Reads a user's lines in editors where nothing else is set; nil for no language in particular.
    func language(of user: UInt32) -> InstalledModel? { state.withLock { $0.selection(of: user).language } }

    /// A user's own models.
    func own(of user: UInt32) -> [InstalledModel] { state.withLock { $0.own[user] ?? [] } }

    /// The reason why there is no recognition; nil while there is.
    var problem: String? { state.withLock { $0.problem } }

    /// Goes on with other models for everybody.
    /// - Parameter language: the tag of editors without a language of their own.
    /// - Returns: why there is no model for that language; nil if there is one.
    func use(_ catalog: ModelCatalog, language tag: String) -> ModelStoreError? {
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

    /// Goes on with other models of a user's own.
    func use(_ models: [InstalledModel], of user: UInt32) {
        state.withLock { state in
            state.own[user] = models.isEmpty ? nil : models
            state.select(for: user)
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
    func isInUse(_ model: InstalledModel) -> Bool {
        state.withLock { state in
            state.common.language == model || state.uses[model] != nil || state.selections.values.contains { $0.language == model }
        }
    }
}
