import Evdev
import Testing

/// A check on a device that it fits.
struct MatrixCell: Sendable, CustomTestStringConvertible {
    let check: DeviceCheck
    let device: DeviceClass

    var testDescription: String { "\(check.name) – \(device.name)" }

    static func all(_ checks: [DeviceCheck], _ devices: [DeviceClass]) -> [MatrixCell] {
        checks.flatMap { check in devices.filter(check.fits).map { MatrixCell(check: check, device: $0) } }
    }
}

@Suite("Every check on every device that it fits")
struct DeviceMatrixTests {
    @Test("pens", arguments: MatrixCell.all(DeviceCheck.pens, DeviceClass.pens))
    func pens(_ cell: MatrixCell) throws { try cell.check.run(cell.device) }

    @Test("touch devices", arguments: MatrixCell.all(DeviceCheck.touches, DeviceClass.touches))
    func touches(_ cell: MatrixCell) throws { try cell.check.run(cell.device) }

    @Test("no check and no device is left out, and the matrix is printed")
    func size() {
        for (name, checks, devices) in [
            ("pens", DeviceCheck.pens, DeviceClass.pens), ("touch devices", DeviceCheck.touches, DeviceClass.touches),
        ] {
            let cells = MatrixCell.all(checks, devices)
            #expect(checks.allSatisfy { check in cells.contains { $0.check.name == check.name } })
            #expect(devices.allSatisfy { device in cells.count { $0.device.name == device.name } >= checks.count / 2 })
            #expect(Set(devices.map(\.name)).count == devices.count && Set(checks.map(\.name)).count == checks.count)
            print("note: \(name): \(checks.count) checks × \(devices.count) devices, \(cells.count) that fit")
        }
    }
}
