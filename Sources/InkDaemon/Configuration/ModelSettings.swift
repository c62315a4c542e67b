internal import Glibc
internal import ModelStore
internal import System

extension Settings {
    /// Checks that the model can be read with and that there is something for the language. The daemon starts without either, and reads less or
    /// nothing then; whoever checks a configuration wants to know.
    ///
    /// - Throws: `DaemonError.configuration` that names the key, the value and the remedy.
    public func checkModels() throws(DaemonError) {
        if let problem = ModelStore.look(at: model).problems.first {
            throw .configuration(
                "model is \"\(model)\", which nothing can be read with: \(problem.error); install inkd-models-latin, or give the path of a model"
            )
        }
        let installed = state + "/models"
        // models that were installed at run time are the daemon's own, and others may not even see which there are
        guard access(installed, R_OK | X_OK) == 0 || errno == ENOENT else { return }
        do throws(ModelStoreError) {
            _ = try ModelStore(systemFolder: models, ownFolder: installed).scan().catalog.language(language)
        } catch {
            throw .configuration("language is \"\(language)\": \(error)")
        }
    }
}
