internal import Glibc

/// A file descriptor that is closed with its owner.
struct OwnedDescriptor: ~Copyable {
    let number: Int32

    deinit {
        if number >= 0 { close(number) }
    }
}
