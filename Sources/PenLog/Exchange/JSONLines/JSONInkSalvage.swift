internal import FoundationEssentials
internal import JSON

extension JSONInk {
    /// Returns the inks of a file's lines, and requests of MyScript's batch mode. Damaged lines and strokes are left out and counted.
    ///
    /// - Throws: `RecordingError` if no part is intact.
    static func inks(_ bytes: [UInt8], leftOut: inout LeftOut) throws(RecordingError) -> [JSONInk] {
        var inks: [JSONInk] = []
        var fault: RecordingError?
        for object in JSONObjectLines.objects(of: bytes) {
            do throws(RecordingError) {
                inks.append(try ink(of: object, leftOut: &leftOut))
            } catch {
                leftOut.add("line", line: error.line ?? object.line, error.problem)
                fault = fault ?? error
            }
        }
        if inks.isEmpty, let fault { throw fault }
        return inks
    }

    private static func ink(of object: JSONObjectLines.Object, leftOut: inout LeftOut) throws(RecordingError) -> JSONInk {
        if BatchInk.isBatch(object.bytes) {
            let batch = try BatchInk(object.bytes, line: object.line)
            leftOut.add(batch.leftOut)
            return batch.ink
        }
        do throws(RecordingError) {
            return try JSONInk(line: String(decoding: object.bytes, as: UTF8.self), number: object.line)
        } catch {
            guard object.bytes.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "{"), object.bytes.count <= maximumBytes,
                let ink = salvaged(object, leftOut: &leftOut)
            else { throw error }
            return ink
        }
    }

    /// Returns the intact strokes of a damaged row; nil if no stroke is intact.
    private static func salvaged(_ object: JSONObjectLines.Object, leftOut: inout LeftOut) -> JSONInk? {
        let repair = JSONRepair(object.bytes)
        guard let row = try? JSONDecoder().decode(LossyRow.self, from: Data(repair.bytes)) else { return nil }
        let channels: [[[Double]?]?] = [row.t, row.f, row.otx, row.oty, row.oa, row.oe].map { $0?.value?.map(\.value) }
        let whole = row.strokes.indices.filter { index in
            guard let numbers = row.strokes[index].value, numbers.count.isMultiple(of: 2) else { return false }
            return channels.allSatisfy { channel in
                guard let channel else { return true }
                return channel.indices.contains(index) && channel[index].map { 2 * $0.count } == numbers.count
            }
        }
        let lost = row.strokes.count - whole.count
        guard whole.contains(where: { !(row.strokes[$0].value ?? []).isEmpty }), lost > 0 || repair.faults > 0 else { return nil }
        func kept(_ index: Int) -> [[Double]]? { channels[index].map { channel in whole.map { channel[$0] ?? [] } } }
        let row2 = Row<Int32>(
            id: row.id?.value, writer: row.writer?.value, device: row.device?.value, level: row.level?.value, label: row.label?.value,
            style: row.style?.value, hz: row.hz?.value, ppmm: row.ppmm?.value, strokes: whole.map { row.strokes[$0].value ?? [] },
            t: kept(0), f: kept(1), otx: kept(2), oty: kept(3), oa: kept(4), oe: kept(5))
        guard let ink = try? JSONInk(row: row2, number: object.line) else { return nil }
        let line = repair.line.map { object.line + $0 - 1 } ?? object.line
        leftOut.add("stroke", line: line, "its numbers are incomplete", of: lost)
        if repair.faults > 0 { leftOut.add("damaged line", line: line, "the JSON is incomplete") }
        return ink
    }

    /// A row in which any value may have the wrong type.
    private struct LossyRow: Decodable {
        var id: Lossy<String>?
        var writer: Lossy<String>?
        var device: Lossy<String>?
        var level: Lossy<String>?
        var label: Lossy<String>?
        var style: Lossy<String>?
        var hz: Lossy<Double>?
        var ppmm: Lossy<Double>?
        var strokes: [Lossy<[Int32]>]
        var t: Lossy<[Lossy<[Double]>]>?
        var f: Lossy<[Lossy<[Double]>]>?
        var otx: Lossy<[Lossy<[Double]>]>?
        var oty: Lossy<[Lossy<[Double]>]>?
        var oa: Lossy<[Lossy<[Double]>]>?
        var oe: Lossy<[Lossy<[Double]>]>?
    }
}
