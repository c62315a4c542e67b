#include <libudev.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

// `struct ucred` and SCM_CREDENTIALS of unix(7), which are declared only under _GNU_SOURCE; modules of which some are built with that, and some
// are not, do not go together.
struct inkd_netlink_credentials {
    pid_t process;
    uid_t user;
    gid_t group;
};
enum { inkd_scm_credentials = 2 };

/// Who has sent a message of a netlink socket, as the kernel says.
struct inkd_netlink_sender {
    /// The groups that it was sent to; 0 for one that was sent to this socket alone, or on a socket of another kind.
    uint32_t groups;
    /// The sender's user; UINT32_MAX where the kernel does not say.
    uint32_t user;
    /// The message is longer than the buffer.
    int is_cut;
};

/// Has the kernel say who sends (SO_PASSCRED); negative with errno on failure.
static inline int inkd_netlink_ask_senders(int socket) {
    const int on = 1;
    return setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

// Control messages are read with macros, which do not import.
/// Receives a message without waiting. Returns its bytes, or -1 with errno.
static inline ssize_t inkd_netlink_receive(int socket, void *bytes, size_t size, struct inkd_netlink_sender *sender) {
    struct sockaddr_nl address = {0};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(struct inkd_netlink_credentials))];
    } control;
    struct iovec piece = {.iov_base = bytes, .iov_len = size};
    struct msghdr message = {
        .msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &piece, .msg_iovlen = 1,
        .msg_control = &control, .msg_controllen = sizeof control};
    const ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0)
        return count;
    const int is_netlink = message.msg_namelen == sizeof address && address.nl_family == AF_NETLINK;
    sender->groups = is_netlink ? address.nl_groups : 0;
    sender->user = UINT32_MAX;
    sender->is_cut = (message.msg_flags & MSG_TRUNC) != 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        struct inkd_netlink_credentials credentials;
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != inkd_scm_credentials || part->cmsg_len < CMSG_LEN(sizeof credentials))
            continue;
        memcpy(&credentials, CMSG_DATA(part), sizeof credentials);
        sender->user = credentials.user;
    }
    return count;
}
