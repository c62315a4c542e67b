extension InkStroke {
    /// What an eraser that goes along `track`, in the document's coordinates, leaves of the stroke.
    ///
    /// - Returns: nil if it touches no ink; none if nothing is left; one if it takes away an end, or makes a hole that leaves ink on a
    ///   side; several if it cuts through. Each has a name of `newID`, the same root, and a mask and a transform of its own.
    public func erased(by track: EraserTrack, newID: () -> StrokeID) -> [InkStroke]? {
        guard let track = local(track) else { return nil }
        let new = parts(of: track)
        guard !new.isEmpty else { return nil }
        var mask = mask ?? StrokeMask()
        new.forEach { mask.append($0) }
        return InkLanes(path.pieces(in: kept), mask).parts.map { part in
            var rest = self
            rest.id = newID()
            rest.mask = StrokeMask(
                kept: part == path.parameters ? nil : part, tracks: StrokeMask.tracks(mask.tracks, near: path.pieces(in: part)))
            return rest
        }
    }
}
