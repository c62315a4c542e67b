internal import ArgumentParser
internal import Ink
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// Options for storing the measurements for the user.
struct SaveOptions: ParsableArguments {
    @Flag(help: "Save the setting for you. It applies while your session is active, and overrides /etc/inkd/inkd.yaml.")
    var save = false

    @Flag(help: "Remove the setting that --save stored for the tablet.")
    var reset = false

    func validate() throws {
        guard !save || !reset else { throw ValidationError("--save and --reset exclude each other") }
    }
}

/// The user's settings of tablets, which are stored in the configuration key `tablet.fit`.
enum OwnFit {
    private static let key = "tablet.fit"

    /// Changes the user's stored settings of a tablet.
    /// - Returns: a line that says which settings now apply.
    static func change(
        of device: DevicesInterface.Device, over connection: InkConnection, _ change: (inout TabletFit) -> Void
    ) throws -> String {
        guard let setting = try connection.configuration().first(where: { $0.key == key }) else { throw InkctlError.noSuchKey(key) }
        let text = try text(setting.value.text ?? "", of: device, change)
        if text.isEmpty {
            try connection.unsetConfiguration(key, persist: true)
        } else {
            try connection.setConfiguration(key, to: .text(text), persist: true)
        }
        let isSet = try TabletFits(text)[device.configurationName] != nil
        let outcome = isSet ? "saved for you; takes effect when the pen leaves the tablet" : "uses /etc/inkd/inkd.yaml"
        return "\(DisplayText.escaped(device.name)): \(outcome)"
    }

    /// Returns the text of the key with the settings of one tablet changed.
    static func text(
        _ text: String, of device: DevicesInterface.Device, _ change: (inout TabletFit) -> Void
    ) throws(InkctlError) -> String {
        var fits: TabletFits
        do throws(TabletFits.Refusal) {
            fits = try TabletFits(text)
        } catch {
            throw .notPermitted("\(key) \(error.reason). Remove the setting with `inkctl config reset \(key)`.")
        }
        // an entry by name takes precedence over an entry by numbers
        var fit = fits[device.name] ?? fits[device.configurationName] ?? TabletFit()
        change(&fit)
        fits[device.name] = nil
        fits[device.configurationName] = fit == TabletFit() ? nil : fit
        return fits.text
    }
}
