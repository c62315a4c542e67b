// The system calls that the relay of a pen needs once it runs: a filter of seccomp(2). A library would bring the same program of some twenty
// instructions.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define INKD_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define INKD_AUDIT_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define INKD_AUDIT_ARCH AUDIT_ARCH_RISCV64
#endif

#define INKD_ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
// AF_UNIX, without <sys/socket.h>: Swift would find its constants in this module, and no longer in Glibc
#define INKD_AF_UNIX 1
#define INKD_REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define INKD_LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
// the low half of an argument, on machines with little endian
#define INKD_ARGUMENT(number) INKD_LOAD(offsetof(struct seccomp_data, args) + 8 * (number))

/// Has the kernel refuse all system calls from now on but those that relay a pen: reading and writing of open descriptors, memory, time, and
/// connections to Unix sockets. Of ioctl only those of an event node are left: none that makes a device or gives one other abilities.
/// Negative with errno on failure; ENOSYS for processors that have no filter here.
static inline int inkd_confine_relay(void) {
#ifdef INKD_AUDIT_ARCH
    static const struct sock_filter filter[] = {
        INKD_LOAD(offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, INKD_AUDIT_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        INKD_LOAD(offsetof(struct seccomp_data, nr)),
        // the frames of a pen
        INKD_ALLOW(__NR_read),
        INKD_ALLOW(__NR_write),
        INKD_ALLOW(__NR_writev),
#ifdef __NR_poll
        INKD_ALLOW(__NR_poll),
#endif
        INKD_ALLOW(__NR_ppoll),
        INKD_ALLOW(__NR_sendto),
        INKD_ALLOW(__NR_recvfrom),
        INKD_ALLOW(__NR_clock_gettime),
        INKD_ALLOW(__NR_connect),
        INKD_ALLOW(__NR_close),
        // the C library and Swift's runtime
        INKD_ALLOW(__NR_brk),
        INKD_ALLOW(__NR_mmap),
        INKD_ALLOW(__NR_munmap),
        INKD_ALLOW(__NR_mremap),
        INKD_ALLOW(__NR_mprotect),
        INKD_ALLOW(__NR_madvise),
        INKD_ALLOW(__NR_futex),
        INKD_ALLOW(__NR_getrandom),
        INKD_ALLOW(__NR_gettid),
        INKD_ALLOW(__NR_getpid),
        INKD_ALLOW(__NR_tgkill),
        INKD_ALLOW(__NR_rt_sigaction),
        INKD_ALLOW(__NR_rt_sigprocmask),
        INKD_ALLOW(__NR_rt_sigreturn),
        INKD_ALLOW(__NR_restart_syscall),
        INKD_ALLOW(__NR_exit),
        INKD_ALLOW(__NR_exit_group),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 0, 4),
        INKD_ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, INKD_AF_UNIX, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        INKD_REFUSE,
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 0, 4),
        INKD_ARGUMENT(1),
        // EVIOC* has the type 'E', UI_* has 'U'
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xff00),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 'E' << 8, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        INKD_REFUSE,
    };
    const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = (struct sock_filter *)filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
    errno = ENOSYS;
    return -1;
#endif
}
