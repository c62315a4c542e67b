import Compression
import Evdev
import Ink
import InkTestSupport
import Tablet

@testable import PenLog

extension FuzzTarget {
    /// A pen log. The checksums of its records are put right first, or nearly all inputs would end there; the byte before says whether.
    static let log = FuzzTarget("log") { bytes in
        guard let first = bytes.first else { return }
        let bytes = Array(bytes.dropFirst())
        guard let log = try? LogFile(first & 1 == 0 ? LogChecksums.corrected(bytes) : bytes) else { return }
        let recording = Recording(log.records)
        let timeline = recording.timeline
        demand(timeline.count == recording.devices.reduce(0) { $0 + $1.frames.count }, "frames are missing in the timeline")
        demand(recording.visits(of: timeline).reduce(0) { $0 + $1.count } == timeline.count, "frames are missing in the visits")
        RecordingCheck.play(recording)
        ExchangeCheck.check(.log(log), writing: first >> 1)
    }

    /// A file packed by gzip or Zstandard, damaged or not: what comes out is in the bounds, and a sound file is the same however it is read.
    static let unpack = FuzzTarget("unpack") { bytes in
        let bytes = Array(bytes)
        let format: CompressionFormat = CompressionFormat.gzip.begins(bytes) ? .gzip : .zstandard
        let limit = 1 << 20
        guard let unpacked = try? Unpacked(format, bytes, limit: limit) else { return }
        demand(unpacked.bytes.count <= limit, "there is more than the limit")
        demand(
            unpacked.damages.allSatisfy {
                (0...bytes.count).contains($0.packedPlace) && (0...unpacked.bytes.count).contains($0.plainPlace)
            },
            "a damage lies nowhere")
        let plain = try? DecompressingReader.decompress(format, bytes, limit: limit)
        demand(
            plain == nil ? !unpacked.damages.isEmpty : plain == unpacked.bytes && unpacked.damages.isEmpty,
            "a damage is not told, or invented")
    }

    /// A file of each of the formats that recordings and inks are exchanged in; pen logs have a target of their own.
    static let exchange = ExchangeFormat.allCases.filter { $0 != .log }.map { format in
        FuzzTarget(format.rawValue) { bytes in
            guard let contents = try? format.read(Array(bytes)) else { return }
            if case .recording(let recording) = contents { RecordingCheck.play(recording) }
            ExchangeCheck.check(contents, writing: UInt8(truncatingIfNeeded: bytes.count))
        }
    }
}

extension FuzzTarget {
    /// A document of Xournal++, plain or packed: what was read comes back when it was written, and is the same ever after.
    static let xopp = FuzzTarget("xopp") { bytes in
        guard let document = try? XournalDocument(xopp: Array(bytes)) else { return }
        demand(
            document.pages.flatMap(\.layers).flatMap(\.elements).allSatisfy { element in
                if case .stroke(let stroke) = element { stroke.places.count == stroke.widths.count } else { true }
            }, "a stroke has not one width for each of its places")
        guard let file = try? document.xopp() else { return demand(false, "a document that was read cannot be written") }
        guard let again = try? XournalDocument(xopp: file) else { return demand(false, "a document that was written cannot be read") }
        demand((try? XournalDocument(xopp: again.xopp()))?.pages == again.pages, "a document is another once it was written and read")
    }
}

/// What must hold of what a file has.
private enum ExchangeCheck {
    /// What is read is the same when it was written, and can be written, or is refused, as any format.
    static func check(_ contents: ExchangeContents, writing number: UInt8) {
        switch contents {
        case .inkML(let document): demand((try? InkDocument(inkML: document.inkML)) == document, "InkML is not what it was")
        case .unipen(let document): demand((try? UnipenDocument(unipen: document.unipen)) == document, "UNIPEN is not what it was")
        case .inks(let all):
            // no ink takes a year: times beyond are cut
            let inks = all.filter { $0.strokes.joined().allSatisfy { abs($0.time) < 30_000_000_000_000 } }
            demand((try? inks.map { try JSONInk(line: $0.line) }) == inks, "JSON ink is not what it was")
        case .recording, .log: break
        }
        let formats = ExchangeFormat.allCases
        _ = try? Exchange { _ in nil }.write(contents, as: formats[Int(number) % formats.count])
    }
}

/// What must hold of recorded frames: they can be played, whatever they are.
private enum RecordingCheck {
    static func play(_ recording: Recording) {
        for device in recording.devices.prefix(8) {
            var (order, events) = (EventOrder(), [PointerEvent]())
            let end = device.frames.last?.time ?? Instant(microseconds: 0)
            let isPen = device.description.axes[Axis.trackingID] == nil
            if !isPen, var touch = try? TouchTracker(description: device.description, device: DeviceID(1)) {
                for frame in device.frames { touch.process(frame, into: &events) }
                touch.disconnect(at: end, into: &events)
            } else if (try? PenTracker.check(device.description)) != nil {
                var pen = PenTracker(description: device.description, device: DeviceID(1))
                for frame in device.frames { pen.process(frame, into: &events) }
                pen.disconnect(at: end, into: &events)
            }
            for event in events { order.check(event, isPen: event.tool != .finger) }
            demand(order.isAtRest, "something is left when the device has gone")
        }
    }
}

/// Pen logs whose records are not refused for their checksums.
private enum LogChecksums {
    /// The log with the right checksum behind each record, as far as there are records.
    static func corrected(_ log: [UInt8]) -> [UInt8] {
        var bytes = log
        guard bytes.starts(with: LogForm.magic) else { return bytes }
        var begin = LogForm.magic.count
        while begin < bytes.count {
            var (start, length, shift) = (begin + 1, 0, 0)
            while start < bytes.count, shift < 21 {
                length |= Int(bytes[start] & 0x7f) << shift
                shift += 7
                start += 1
                if bytes[start - 1] & 0x80 == 0 { break }
            }
            let stop = start + length
            guard stop + LogForm.checksum <= bytes.count else { break }
            let sum = Checksum.of(bytes[begin..<stop])
            for place in 0..<LogForm.checksum { bytes[stop + place] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * place)) }
            begin = stop + LogForm.checksum
        }
        return bytes
    }
}
