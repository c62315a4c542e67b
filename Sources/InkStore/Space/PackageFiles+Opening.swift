extension PackageFiles {
    /// Opens the package whose lock is held.
    func open(_ option: OpenOption, _ lock: PackageLock) throws(PackageError) -> OpenedPackage {
        let isSaved = Files.exists(saved)
        let isLeftBehind = Files.exists(working)
        switch option {
        case .existing: guard isSaved || isLeftBehind else { throw .notFound(name) }
        case .createNew: guard !isSaved, !isLeftBehind else { throw .exists(name) }
        case .create, .truncateExisting: break
        }
        var setAside: String?
        if option == .truncateExisting {
            try removeWorkingCopy()
        } else if isLeftBehind {
            do throws(PackageError) {
                let package = try Package(self, lock, hasUnsavedChanges: true)
                return OpenedPackage(package: package, isRecovered: true, setAside: nil)
            } catch .damaged(let name, let reason) {
                let kept = try setWorkingCopyAside()
                guard isSaved || option == .create else { throw .damaged(name, reason: "\(reason); it is kept as \(kept)") }
                setAside = kept
            }
        }
        let isNew = !isSaved || option == .truncateExisting
        try makeWorkingCopy(isNew: isNew)
        do throws(PackageError) {
            return OpenedPackage(package: try Package(self, lock, hasUnsavedChanges: isNew), isRecovered: false, setAside: setAside)
        } catch {
            try removeWorkingCopy()
            throw error
        }
    }

    /// Makes a working copy of what was saved, or of nothing. It gets its name when it is complete and on the disk.
    private func makeWorkingCopy(isNew: Bool) throws(PackageError) {
        try removeWorkingCopy()
        try makeFolder()
        if isNew {
            try Files.create(unfinished)
            try PackageDatabase.create(name, path: unfinished)
        } else {
            try Files.copy(saved, to: unfinished)
        }
        try Files.sync(unfinished)
        try Files.move(unfinished, to: working)
        try Files.sync(folder)
    }
}
