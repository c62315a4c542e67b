public import InkProtocol

/// The methods of org.varlink.service, org.inkd.Devices and org.inkd.Pointer. All throw as `call` and `watch` do.
extension InkConnection {
    /// What the service is, and the interfaces it has.
    public func information() throws(ClientError) -> ServiceInterface.GetInfo.Reply {
        try call(ServiceInterface.GetInfo.self, .init())
    }

    /// The text of an interface. Refused with `InterfaceNotFound`.
    public func description(of interface: String) throws(ClientError) -> String {
        try call(ServiceInterface.GetInterfaceDescription.self, .init(interface: interface)).description
    }

    /// All devices.
    public func devices() throws(ClientError) -> [DevicesInterface.Device] {
        try call(DevicesInterface.List.self, .init()).devices
    }

    /// The devices there are, then each change.
    public func watchDevices() throws(ClientError) -> Watch<DevicesInterface.Watch> {
        try watch(DevicesInterface.Watch.self, .init())
    }

    /// What pointers do from now on, on all devices or on one. Refused with `NoSuchDevice`.
    public func watchPointer(device: Int? = nil) throws(ClientError) -> Watch<PointerInterface.Watch> {
        try watch(PointerInterface.Watch.self, .init(device: device))
    }
}
