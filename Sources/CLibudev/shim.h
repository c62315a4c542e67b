// struct ucred is declared only under _GNU_SOURCE, and before the first header of the C library
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <libudev.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

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
        char room[CMSG_SPACE(sizeof(struct ucred))];
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
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_CREDENTIALS || part->cmsg_len < CMSG_LEN(sizeof(struct ucred)))
            continue;
        struct ucred credentials;
        memcpy(&credentials, CMSG_DATA(part), sizeof credentials);
        sender->user = credentials.uid;
    }
    return count;
}
