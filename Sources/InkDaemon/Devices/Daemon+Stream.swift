package import Evdev
internal import Tablet

extension Daemon {
    /// Begins to serve with one pen whose events come from a descriptor, in place of hardware: what benchmarks drive.
    ///
    /// Called on the loop's thread before it runs; the descriptor should not block, and stays the caller's.
    /// - Throws: `DaemonError` that says what is in the way.
    package nonisolated func start(reading descriptor: Int32, of description: DeviceDescription) throws(DaemonError) {
        let result = assumeIsolated { daemon in
            Result { () throws(DaemonError) in
                try daemon.openForClients()
                let identity = DeviceIdentity(
                    name: description.name, role: .pen, bus: description.bus,
                    hardware: HardwareID(vendor: description.vendor, product: description.product), seat: "seat0", isDisplay: false,
                    isVirtual: true, isReplay: false)
                let id = try daemon.add(identity, description)
                try daemon.read(RawEventStream(reading: descriptor, description: description), into: id)
            }
        }
        try result.get()
    }
}
