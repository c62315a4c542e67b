// A client of inkd's protocol also needs Varlink's types: calls, replies, JSON, queues.
@_exported public import Varlink

/// The interfaces of inkd, as defined in their `.varlink` files.
public enum Interfaces {
    /// The text of each interface, by the interface's name.
    public static let descriptions: [String: String] = [
        "org.inkd.Adaptation": PackageResources.org_inkd_Adaptation_varlink,
        "org.inkd.Blocks": PackageResources.org_inkd_Blocks_varlink,
        "org.inkd.Client": PackageResources.org_inkd_Client_varlink,
        "org.inkd.Devices": PackageResources.org_inkd_Devices_varlink,
        "org.inkd.Editor": PackageResources.org_inkd_Editor_varlink,
        "org.inkd.Ink": PackageResources.org_inkd_Ink_varlink,
        "org.inkd.Models": PackageResources.org_inkd_Models_varlink,
        "org.inkd.Packages": PackageResources.org_inkd_Packages_varlink,
        "org.inkd.Pointer": PackageResources.org_inkd_Pointer_varlink,
        "org.inkd.Practice": PackageResources.org_inkd_Practice_varlink,
        "org.inkd.Recognizer": PackageResources.org_inkd_Recognizer_varlink,
        "org.inkd.Recorder": PackageResources.org_inkd_Recorder_varlink,
        "org.inkd.Search": PackageResources.org_inkd_Search_varlink,
        "org.inkd.TextInput": PackageResources.org_inkd_TextInput_varlink,
        "org.inkd.Transfers": PackageResources.org_inkd_Transfers_varlink,
    ].mapValues { String(decoding: $0, as: UTF8.self) }
        .merging([ServiceInterface.interfaceName: ServiceInterface.interfaceDescription]) { own, _ in own }

    /// Each parsed interface, by its name. All interfaces are present: their texts are compiled in, and a test parses them.
    public static let definitions: [String: InterfaceDefinition] = descriptions.compactMapValues { try? InterfaceDefinition(parsing: $0) }
}
