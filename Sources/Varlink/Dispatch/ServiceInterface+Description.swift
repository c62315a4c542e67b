extension ServiceInterface {
    /// The interface's text in the Varlink interface language.
    public static let interfaceDescription = String(decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)
}
