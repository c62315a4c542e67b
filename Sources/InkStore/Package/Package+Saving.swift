internal import GRDB

extension Package {
    /// Makes one compact file of everything, in place of what was saved before; a crash leaves the old file or the new one, whole.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`; what was saved before is still there then.
    public func save() throws(PackageError) {
        let database = try open
        try Files.remove(files.fresh)
        do throws(PackageError) {
            // SQLite writes to an empty file as to none, and leaves its mode as it is
            try Files.create(files.fresh)
            let path = files.fresh
            try database.outsideTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            try Files.sync(files.fresh)
            try Files.move(files.fresh, to: files.saved)
            try Files.sync(files.root)
        } catch {
            try? Files.remove(files.fresh)
            throw error
        }
        hasUnsavedChanges = false
    }

    /// Waits until everything is on the disk in the working copy: then it outlives a crash of the machine too. What is saved stays as it is.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`.
    public func saveToTemp() throws(PackageError) {
        try open.outsideTransaction { _ = try $0.checkpoint(.truncate) }
        try Files.sync(files.folder)
    }
}
