internal import Glibc
package import System

/// Files that somebody named to be read.
package enum InputFile {
    /// The error number of a pipe that no program writes to.
    package static let silentPipe = ETIMEDOUT

    /// Opens a file. Of a pipe the first bytes are waited for, though not for ever: no program may write to it.
    ///
    /// - Parameter patience: milliseconds.
    /// - Throws: with the operation "open"; `silentPipe` with "read".
    package static func open(_ path: String, patience: Int32 = 5000) throws(SystemError) -> Descriptor {
        // else not even the opening would end
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        var status = stat()
        if fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
            var request = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
            var ready: Int32
            repeat { ready = poll(&request, 1, patience) } while ready < 0 && errno == EINTR
            guard ready > 0 else { throw SystemError("read", path, code: silentPipe) }
        }
        guard fcntl(file.number, F_SETFL, fcntl(file.number, F_GETFL) & ~O_NONBLOCK) == 0 else { throw SystemError("open", path) }
        return file
    }
}
