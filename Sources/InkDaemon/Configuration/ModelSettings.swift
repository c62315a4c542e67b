internal import Glibc
public import InkWorkspace
internal import ModelStore
internal import System

extension Settings {
    /// Checks that the model is usable and that there is a model for the language. The daemon also starts without these models, and then
    /// recognizes less, or nothing. A check of the configuration therefore reports the problem.
    ///
    /// - Throws: `DaemonError.configuration` that names the key, the value and the remedy.
    public func checkModels() throws(DaemonError) {
        if let problem = ModelStore.look(at: model).problems.first {
            throw .configuration(
                "model is \"\(model)\", which cannot be used: \(problem.error); install inkd-models-latin, or give the path of a model"
            )
        }
        let installed = state + "/models"
        // the language is not checked if the models installed at run time cannot be listed: they belong to the daemon
        guard access(installed, R_OK | X_OK) == 0 || errno == ENOENT else { return }
        do throws(ModelStoreError) {
            _ = try ModelStore(systemFolder: models, ownFolder: installed).scan().catalog.language(language)
        } catch {
            throw .configuration("language is \"\(language)\": \(error)")
        }
    }
}
