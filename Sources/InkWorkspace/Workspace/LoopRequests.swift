package import Ink
package import InkProtocol

/// The requests of the loop to a workspace. Each returns immediately, and is performed on the workspace's thread after earlier requests.
extension Workspace {
    /// Applies the user's settings of pens and tablets on the loop.
    package nonisolated func applyPenSettings() { post { $0.editors.applyPenSettings() } }

    /// Applies the changed models and settings to all editors.
    package nonisolated func configureEditors() { post { $0.editors.configureAll() } }

    /// Applies the offset of the wall clock from the loop's clock, in microseconds.
    package nonisolated func use(unixOffset: Int64) { post { $0.editors.use(unixOffset: unixOffset) } }

    /// Stores the mode of the user's pens. The loop has applied it already.
    package nonisolated func keepPen(_ mode: PenMode) { post { $0.beginKeepingPen(mode) } }

    /// Drops the state of a client that has disconnected.
    package nonisolated func clientDisconnected(_ client: ClientID) { post { $0.clientLeft(client) } }

    /// Calls `action` on the workspace's thread if no editor is left.
    package nonisolated func ifUnused(_ action: @escaping @Sendable () -> Void) { post { if $0.isUnused { action() } } }

    /// Stores every editor's changes, because the workspace ends, and calls `completion` afterwards.
    package nonisolated func end(completion: @escaping @Sendable () -> Void = {}) {
        post {
            $0.close()
            completion()
        }
    }

    /// Creates an editor for a device, with no ink.
    /// - Parameter name: returns the editor's name for its number.
    package nonisolated func addEditor(
        named name: (EditorID) -> String, origin: DeviceOrigin, owner: UInt32?, clock: ReplayClock
    ) -> EditorHandle? {
        guard let handle = shared.editors.add(named: name, origin: origin, owner: owner, in: self) else { return nil }
        post { $0.devices.add(handle, clock: clock) }
        return handle
    }
}

/// The requests of the loop to a device's editor. Each returns immediately, and is performed on the thread of the editor's workspace after
/// all events pushed before. A request is skipped if the editor is closed by then.
extension EditorHandle {
    /// Undoes the last step, or asks the field's input method to undo the last word.
    package func undo() { perform { $0.devices.undo($1) } }

    /// Redoes the last undone step, if any.
    package func redo() { perform { $0.devices.redo($1) } }

    /// Replaces the last written word by another of its candidates.
    /// - Parameter step: 1 for the next candidate, -1 for the previous one.
    package func chooseCandidate(_ step: Int) { perform { $0.devices.chooseCandidate(step, of: $1) } }

    /// Cancels the stroke in progress.
    package func cancelStroke() { perform { $0.editors.cancelPointer(of: $1) } }

    /// Applies the clock of a replay that begins.
    package func use(_ clock: ReplayClock) { perform { $1.surface.clock = clock } }

    /// Notifies watching clients when reading of the editor's device is paused or resumed, with the reason for a pause.
    package func publishPause(_ pause: EditorInterface.Pause?) {
        guard self.pause != pause else { return }
        self.pause = pause
        // the present owner is notified, too, even if the device belongs to another user by then
        let owner = owner
        perform { $0.editors.publishPause(pause, of: $1, alsoTo: owner) }
    }

    /// Discards the ink, and the settings of the editor's user.
    package func forgetInk() { perform { $0.devices.forget($1) } }

    /// Moves the editor to the user who has the device now, and to that user's workspace.
    /// - Parameter keepingInk: whether the ink stays, because the editor had no user before.
    package func move(to workspace: Workspace, owner: UInt32, keepingInk: Bool, clock: ReplayClock) {
        let old = self.workspace
        guard old !== workspace else {
            move(to: workspace, owner: owner)
            return perform { if keepingInk { $0.devices.adopt($1) } else { $0.devices.forget($1) } }
        }
        perform { $0.editors.handOver($1) }
        move(to: workspace, owner: owner)
        // the new workspace must not add the editor before the old one has released it
        old.post { _ in workspace.post { $0.devices.add(self, clock: clock, isMoved: true) } }
    }

    /// Closes the editor of a removed device, and deletes its unnamed package.
    /// - Parameter keepsUnnamed: whether the unnamed package is retained. True if the daemon ends: the next start opens the package again.
    package func remove(keepsUnnamed: Bool = false) { perform { $0.devices.remove($1, keepsUnnamed: keepsUnnamed) } }
}
