internal import InkCorpus
internal import InkProtocol

/// Formats the replies of watches as lines that are safe for a terminal. Pure: replies in, lines out.
struct WatchFormatter {
    /// One line.
    enum Line: Equatable {
        /// An event.
        case event(String)
        /// The number of strokes.
        case count(String)
        /// A final reading.
        case final(String)

        /// The text.
        var text: String {
            switch self {
            case .event(let text), .count(let text), .final(let text): text
            }
        }
    }

    /// The current state.
    struct Status: Equatable {
        /// The pointer's tool, position and force, and the number of strokes of the pointer's device.
        var pointer = ""
        /// Text that may still change.
        var partial = ""
    }

    private var devices: [Int: DevicesInterface.Device] = [:]
    private var editors: [String: EditorInterface.State] = [:]
    /// Final readings by editor and line, because a repeated reading is not shown as an event.
    private var finals: [String: [Int: String]] = [:]
    private var partial: EditorInterface.Line?
    private var pointer: (device: Int, event: PointerInterface.Event)?

    /// Resets the devices and the pointer after a restart of inkd, because the restarted inkd assigns new IDs.
    mutating func beginAnew() {
        devices = [:]
        (pointer, partial) = (nil, nil)
    }

    /// Formats a device that was added or removed; a known device is not shown as an event.
    mutating func format(_ reply: DevicesInterface.Watch.Reply) -> [Line] {
        let device = reply.device
        let name = "device \(device.id), \(device.kind.rawValue): \(DisplayText.escaped(device.name))"
        guard reply.change != .removed else {
            devices[device.id] = nil
            if pointer?.device == device.id { pointer = nil }
            return [.event("- \(name)")]
        }
        guard devices.updateValue(device, forKey: device.id) != device else { return [] }
        if let pause = device.paused {
            if pointer?.device == device.id { pointer = nil }
            return [.event("= \(name) is closed: \(pause.reason)")]
        }
        if reply.change == .resumed { return [.event("= \(name) is read again")] }
        let editor = device.editor.map { ", editor \(DisplayText.escaped($0))" } ?? ""
        return [.event("+ \(name) (\(device.sizeText)\(editor))")]
    }

    /// Formats pointer events; only proximity of pens is an event.
    mutating func format(_ reply: PointerInterface.Watch.Reply) -> [Line] {
        var lines: [Line] = []
        for event in reply.events {
            switch event.phase {
            case .proximityIn where event.tool != .finger: lines.append(.event("\(event.tool.rawValue) near, device \(reply.device)"))
            case .proximityOut where event.tool != .finger: lines.append(.event("\(event.tool.rawValue) away, device \(reply.device)"))
            default: break
            }
            pointer = event.phase == .proximityOut ? nil : (reply.device, event)
        }
        return lines
    }

    /// Formats a change of an editor's ink or text.
    mutating func format(_ reply: EditorInterface.Watch.Reply) -> [Line] {
        let state = reply.state
        let before = editors[state.editor]?.strokes ?? 0
        editors[state.editor] = reply.change == .closed ? nil : state
        switch reply.change {
        case .present:
            // missed changes may affect any line
            if reply.missed == true { forget(state.editor) }
            return state.empty || reply.missed == false ? [] : [.event(state.summary)]
        case .contentChanged:
            if state.empty { forget(state.editor) }
            let count = "\(DisplayText.escaped(state.editor)): \(DisplayText.count(state.strokes, "stroke"))"
            return state.strokes == before ? [] : [.count(count)]
        case .recognition: return reply.line.map { read($0, by: state.editor) } ?? []
        case .gesture: return reply.gesture.map { [.event(Self.line($0, in: state.editor))] } ?? []
        case .error:
            return reply.error.map { [.event("\(DisplayText.escaped(state.editor)): \(DisplayText.escaped($0.message))")] } ?? []
        case .partChanged:
            forget(state.editor)
            return state.package.map { [.event("\(DisplayText.escaped(state.editor)) writes in \(DisplayText.escaped($0))")] } ?? []
        // the device's watch reports some of these changes; a change of the selection or of a setting does not change ink
        case .idle, .paused, .resumed, .selectionChanged, .configurationChanged: return []
        case .closed:
            forget(state.editor)
            return []
        }
    }

    /// The last pointer position and the partial reading.
    var status: Status {
        var status = Status(partial: partial.map { DisplayText.escaped($0.text) } ?? "")
        let strokes = editors.values.first { $0.device == pointer?.device || editors.count == 1 }?.strokes
        let count = strokes.map { DisplayText.count($0, "stroke") }
        guard let (number, event) = pointer else {
            status.pointer = count ?? ""
            return status
        }
        let unit = devices[number]?.width == nil ? "units" : "mm"
        func place(_ value: Double) -> String {
            let text = DisplayText.fixed(value, digits: 1)
            return String(repeating: " ", count: max(0, 6 - text.count)) + text
        }
        let percent = DisplayText.fixed(event.force * 100, digits: 0)
        status.pointer =
            "\(event.tool.rawValue) \(place(event.x)) \(place(event.y)) \(unit)  \(ProgressBar.bar(event.force, width: 10)) "
            + String(repeating: " ", count: max(0, 3 - percent.count)) + "\(percent) %" + (count.map { "  \($0)" } ?? "")
        return status
    }

    private static func line(_ gesture: EditorInterface.Gesture, in editor: String) -> String {
        let words = gesture.words.map { "\"\(DisplayText.escaped($0))\"" }.joined(separator: ", ")
        return "\(DisplayText.escaped(editor)): \(gesture.kind)" + (words.isEmpty ? "" : " over \(words)")
    }

    private mutating func read(_ line: EditorInterface.Line, by editor: String) -> [Line] {
        guard line.final else {
            partial = line
            return []
        }
        if partial?.id == line.id { partial = nil }
        guard finals[editor]?[line.id] != line.text else { return [] }
        finals[editor, default: [:]][line.id] = line.text
        return line.text.isEmpty ? [] : [.final("\(DisplayText.escaped(editor)): \(DisplayText.escaped(line.text))")]
    }

    private mutating func forget(_ editor: String) {
        finals[editor] = nil
        partial = nil
    }
}
