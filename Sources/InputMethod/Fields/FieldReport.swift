public import InkProtocol

/// Decides when the text fields of the focused window are searched for, and which fields are reported to inkd.
///
/// If no pen has been near for a while, applications are not queried, and inkd has no fields until the pen returns.
///
/// A state machine without a clock, bus or display. All times must come from the same clock; call `tick` at `nextDeadline`.
public struct FieldReport: Sendable {
    /// Timeouts and bounds.
    public struct Configuration: Sendable, Hashable {
        /// The delay of a search after a focus change, in which the application is likely to finish its window.
        public var settling: Duration = .milliseconds(50)
        /// The delay of a search after the window has scrolled or moved.
        public var scrolling: Duration = .milliseconds(150)
        /// The delay of another search if the last one was incomplete: applications build their accessible objects only when first asked.
        public var repetition: Duration = .milliseconds(500)
        /// The maximum number of such repeated searches.
        public var repetitions = 3
        /// The time after which the window is searched again while the pen is near: Firefox and Chromium send no event when a page scrolls,
        /// and Qt 6 reports the old places directly after its window has moved.
        public var refresh: Duration = .seconds(1)
        /// The minimum ratio of the pause before a refresh to the duration of the last search, so that searches do not keep a large window
        /// busy.
        public var refreshRatio = 10
        /// The time for which a pen that has left counts as about to return.
        public var memory: Duration = .seconds(60)

        public init() {}
    }

    /// An event that may change the fields.
    public enum Input: Sendable {
        /// Whether the input method's focused field accepts ink; nil while no field has the focus.
        case field(acceptsInk: Bool?)
        case pen(isNear: Bool)
        /// Another object or another window has the focus.
        case focusMoved
        /// The window has scrolled, or moved.
        case contentMoved
        /// The result of a search; nil if no application has answered.
        case found(WindowFields?)
        /// The focused window and the mapping of tablets, as reported by the desktop after a search has begun, or whenever they change.
        case desktop(FocusedWindow?, [TextInputInterface.TabletMapping])
        case caret(TextInputInterface.Caret)
        /// inkd is connected, and has received nothing from this session yet.
        case connected
    }

    /// An output.
    public enum Output: Sendable {
        /// Search for the fields, and report `found`.
        case search
        /// Report movements of the window's content from now on, or no more.
        case followContent(Bool)
        /// Report the fields, the mapping of tablets, and the process of the window's application to inkd; the process is nil if unknown.
        case report([TextInputInterface.Field], [TextInputInterface.TabletMapping], process: Int?)
    }

    /// The maximum number of reported fields.
    private static let limit = 256

    private let configuration: Configuration
    private var isNear = false
    /// The time until which a pen that has left counts as about to return; nil if no pen does.
    private var isExpectedUntil: Duration?
    /// The time of the next search because of a change; nil if no such search is scheduled.
    private var searchAt: Duration?
    /// The time of the next search without a known change; nil while no pen is near.
    private var refreshAt: Duration?
    /// The time at which the search in progress began; nil without a search.
    private var searchingSince: Duration?
    private var isSearching: Bool { searchingSince != nil }
    private var repetitions = 0
    private var acceptsInk: Bool?
    private var found: WindowFields?
    private var window: FocusedWindow?
    private var tablets: [TextInputInterface.TabletMapping] = []
    private var caret: TextInputInterface.Caret?
    private var sent: (fields: [TextInputInterface.Field], tablets: [TextInputInterface.TabletMapping], process: Int?)?
    private var isAttached = false

    public init(configuration: Configuration = .init()) { self.configuration = configuration }

    /// The latest time for the next call of `tick`; nil if no call is needed before the next input.
    public var nextDeadline: Duration? { [searchAt, refreshAt, isExpectedUntil].compactMap(\.self).min() }

    private var isActive: Bool { isNear || isExpectedUntil != nil }

    /// Handles an input.
    public mutating func handle(_ input: Input, at now: Duration) -> [Output] {
        var outputs: [Output] = []
        switch input {
        case .field(let acceptsInk):
            self.acceptsInk = acceptsInk
            caret = nil
            search(after: configuration.settling, at: now)
        case .pen(let isNear):
            guard isNear != self.isNear else { break }
            self.isNear = isNear
            isExpectedUntil = isNear ? nil : now + configuration.memory
            outputs.append(.followContent(isNear))
            refreshAt = nil
            if isNear { search(after: .zero, at: now) }
        case .focusMoved: search(after: configuration.settling, at: now)
        case .contentMoved: search(after: configuration.scrolling, at: now)
        case .found(let found):
            let duration = searchingSince.map { now - $0 } ?? .zero
            searchingSince = nil
            self.found = found
            if found?.isIncomplete ?? false, repetitions < configuration.repetitions, searchAt == nil {
                repetitions += 1
                searchAt = now + configuration.repetition
            }
            if isNear { refreshAt = now + max(configuration.refresh, duration * configuration.refreshRatio) }
        case .desktop(let window, let tablets):
            if window != self.window, !isSearching { search(after: configuration.settling, at: now) }
            (self.window, self.tablets) = (window, tablets)
        case .caret(let caret): self.caret = caret
        case .connected: (sent, isAttached) = (nil, true)
        }
        return outputs + tick(at: now)
    }

    /// Starts a search that is due, and reports the fields if they have changed.
    public mutating func tick(at now: Duration) -> [Output] {
        var outputs: [Output] = []
        if let end = isExpectedUntil, end <= now {
            isExpectedUntil = nil
            (searchAt, found) = (nil, nil)
        }
        if let time = [searchAt, refreshAt].compactMap(\.self).min(), time <= now, !isSearching {
            (searchAt, refreshAt) = (nil, nil)
            searchingSince = now
            outputs.append(.search)
        }
        let fields = isActive ? fields : []
        let process = isActive ? window?.process ?? found?.process : nil
        let isNew =
            sent.map { $0.fields != fields || $0.tablets != tablets || $0.process != process }
            ?? !(fields.isEmpty && tablets.isEmpty && process == nil)
        if isAttached, isNew {
            sent = (fields, tablets, process)
            outputs.append(.report(fields, tablets, process: process))
        }
        return outputs
    }

    /// Returns a rectangle of the screen in the coordinates of the last search; nil if the window's position is unknown.
    func place(of area: PixelRectangle) -> PixelRectangle? {
        guard let found, isOfFocusedWindow(found) else { return nil }
        guard let origin = found.origin == .screen ? (x: 0, y: 0) : window?.position(of: found.origin) else { return nil }
        return PixelRectangle(x: area.x - origin.x, y: area.y - origin.y, width: area.width, height: area.height)
    }

    /// The origin of the coordinates of the last search; nil without a search.
    var origin: WindowFields.Origin? { found?.origin }

    private mutating func search(after delay: Duration, at now: Duration) {
        guard isActive else { return }
        repetitions = 0
        // a later change does not delay a scheduled search: a window that scrolls all the time would never be searched
        searchAt = min(searchAt ?? .seconds(Int64.max), now + delay)
    }

    // MARK: Fields

    private var fields: [TextInputInterface.Field] {
        let known = applicationFields
        if !known.isEmpty { return known }
        // wait for an application that still builds its objects
        if let found, found.isIncomplete, isOfFocusedWindow(found), repetitions < configuration.repetitions { return [] }
        // use the window or the caret for an application without accessibility, such as xterm
        guard acceptsInk == true, let place = window?.place ?? caretPlace else { return [] }
        return [Self.field(place, hasFocus: true, isSecret: false)]
    }

    private var applicationFields: [TextInputInterface.Field] {
        guard let found, isOfFocusedWindow(found) else { return [] }
        guard let origin = found.origin == .screen ? (x: 0, y: 0) : window?.position(of: found.origin) else { return [] }
        var fields: [WindowFields.Field] = []
        for var field in found.fields {
            field.place.x += origin.x
            field.place.y += origin.y
            guard field.place.width > 0, field.place.height > 0 else { continue }
            if let window {
                guard let place = field.place.clipped(to: window.place) else { continue }
                field.place = place
            }
            fields.append(field)
        }
        return Self.merged(fields).prefix(Self.limit).map { Self.field($0.place, hasFocus: $0.hasFocus, isSecret: $0.isSecret) }
    }

    /// Whether the window that was searched is the window to which the desktop gives the keys. Titles are compared first, because the
    /// processes of a sandboxed application differ: one is a proxy of the bus.
    private func isOfFocusedWindow(_ found: WindowFields) -> Bool {
        guard let window else { return true }
        if let title = found.title, !title.isEmpty, title == window.title { return true }
        guard let process = found.process, let focused = window.process else { return true }
        return process == focused
    }

    private var caretPlace: PixelRectangle? {
        guard let caret, caret.height > 0 else { return nil }
        return PixelRectangle(x: Double(caret.x), y: Double(caret.y), width: Double(max(1, caret.width)), height: Double(caret.height))
    }

    /// Merges fields into the fields that contain them, such as the paragraphs of an editable document. A password box is never merged into
    /// an ordinary field, and absorbs all fields within it.
    private static func merged(_ fields: [WindowFields.Field]) -> [WindowFields.Field] {
        var merged: [WindowFields.Field] = []
        for field in fields.sorted(by: { $0.place.width * $0.place.height > $1.place.width * $1.place.height }) {
            let outer = merged.lastIndex { ($0.isSecret || !field.isSecret) && $0.place.contains(field.place) }
            guard let outer else {
                if merged.count < limit { merged.append(field) }
                continue
            }
            merged[outer].hasFocus = merged[outer].hasFocus || field.hasFocus
        }
        return merged.sorted { ($0.place.y, $0.place.x) < ($1.place.y, $1.place.x) }
    }

    private static func field(_ place: PixelRectangle, hasFocus: Bool, isSecret: Bool) -> TextInputInterface.Field {
        .init(x: place.x, y: place.y, width: place.width, height: place.height, focused: hasFocus, secret: isSecret)
    }
}
