public import InkProtocol

/// The methods of org.inkd.Ink. All throw as `call` and `watch` do, and are refused with `NoSuchEditor`, `NoSuchStroke`.
extension InkConnection {
    /// All ink of an editor as samples.
    public func strokes(of editor: String) throws(ClientError) -> InkInterface.Strokes.Reply {
        try call(InkInterface.Strokes.self, .init(editor: editor))
    }

    /// All there is to a stroke.
    public func path(of stroke: Int, in editor: String) throws(ClientError) -> InkInterface.Path {
        try call(InkInterface.GetPath.self, .init(editor: editor, stroke: stroke)).path
    }

    /// Points on a stroke's curve, so far apart; all of it, or between two parameters.
    public func points(
        of stroke: Int, in editor: String, by stride: InkInterface.Stride, step: Double, from first: Double? = nil, to last: Double? = nil
    ) throws(ClientError) -> [InkInterface.PathPoint] {
        try call(
            InkInterface.Interpolate.self, .init(editor: editor, stroke: stroke, by: stride, step: step, first: first, last: last)
        ).points
    }

    /// Where one comes along a stroke's path from a parameter.
    public func offset(
        _ parameter: Double, of stroke: Int, in editor: String, by stride: InkInterface.Stride, amount: Double
    ) throws(ClientError) -> InkInterface.Offset.Reply {
        try call(
            InkInterface.Offset.self, .init(editor: editor, stroke: stroke, parameter: parameter, by: stride, amount: amount))
    }

    /// Puts strokes in as one step, without looking for gestures; gives their numbers. Refused with `InvalidInk`, `NoPart`.
    @discardableResult
    public func addStrokes(_ strokes: [InkInterface.NewStroke], to editor: String) throws(ClientError) -> [Int] {
        try call(InkInterface.AddStrokes.self, .init(editor: editor, strokes: strokes)).strokes
    }

    /// Takes strokes out; gives the revision afterwards.
    @discardableResult
    public func removeStrokes(_ strokes: [Int], from editor: String) throws(ClientError) -> Int {
        try call(InkInterface.RemoveStrokes.self, .init(editor: editor, strokes: strokes)).revision
    }

    /// Erases along a track, as the editor's eraser unless told otherwise; gives the revision afterwards. Refused with `InvalidInk`.
    @discardableResult
    public func erase(
        x: [Double], y: [Double], in editor: String, radius: Double? = nil, mode: InkInterface.EraserMode? = nil
    ) throws(ClientError) -> Int {
        try call(InkInterface.Erase.self, .init(editor: editor, x: x, y: y, radius: radius, mode: mode)).revision
    }

    /// Moves, turns or stretches strokes; gives the revision afterwards. Refused with `InvalidInk`.
    @discardableResult
    public func transform(_ strokes: [Int], of editor: String, by matrix: InkInterface.Matrix) throws(ClientError) -> Int {
        try call(InkInterface.Transform.self, .init(editor: editor, strokes: strokes, matrix: matrix)).revision
    }

    /// The ink as it was drawn, `speed` times as fast, longer pauses cut to `longestPause` seconds.
    public func replay(
        _ editor: String, speed: Double? = nil, longestPause: Double? = nil
    ) throws(ClientError) -> Watch<InkInterface.Replay> {
        try watch(InkInterface.Replay.self, .init(editor: editor, speed: speed, longestPause: longestPause))
    }
}
