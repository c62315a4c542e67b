internal import CLibsystemd

/// The state of the service, which systemd is notified of. Loop thread only.
package final class ServiceStatus {
    /// Whether the daemon is ending.
    package private(set) var isStopping = false
    /// Describes the state for `systemctl status`: numbers only, never content.
    var describe: () -> String = { "" }

    init() {}

    /// Notifies systemd of a state; does nothing outside of a service.
    package func notify(_ state: String) { sd_notify(0, state) }

    /// Updates the line for `systemctl status`.
    package func update() { notify("STATUS=" + describe()) }

    /// Notes that the daemon ends.
    func stop() {
        isStopping = true
        notify("STOPPING=1")
    }
}
