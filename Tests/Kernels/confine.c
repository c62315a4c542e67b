// The filter of system calls of the relay of a pen: what it leaves, and what it refuses.
#define _GNU_SOURCE
#include "confine.h"
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures;

static void check(const char *what, int passed) {
    if (passed) return;
    dprintf(STDERR_FILENO, "FAILED: %s\n", what);
    failures++;
}

#define REFUSED(call) check(#call " is refused", (errno = 0, (long)(call) == -1 && errno == EPERM))
#define LEFT(call) check(#call " is left", (errno = 0, (call), errno != EPERM))

static void confined(void) {
    int ends[2];
    check("a pipe", pipe(ends) == 0);
    check("the filter is accepted", inkd_confine_relay() == 0);
    REFUSED(open("/dev/null", O_RDONLY));
    REFUSED(ioctl(ends[0], UI_DEV_CREATE));
    REFUSED(ioctl(ends[0], UI_SET_EVBIT, EV_KEY));
    REFUSED(ioctl(ends[0], TIOCSTI, "x"));
    REFUSED(socket(AF_INET, SOCK_STREAM, 0));
    REFUSED(execl("/bin/true", "true", (char *)NULL));
    REFUSED(fork());
    LEFT(ioctl(ends[0], EVIOCGRAB, 1));
    LEFT(socket(AF_UNIX, SOCK_SEQPACKET, 0));
    check("descriptors are written and read", write(ends[1], "a", 1) == 1 && read(ends[0], &(char){0}, 1) == 1);
    check("memory is given", getpid() > 0 && sbrk(0) != (void *)-1);
}

int main(void) {
    pid_t child = fork();
    if (child == 0) {
        confined();
        _exit(failures != 0);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || status != 0) return 1;
    puts("the filter of system calls: passed");
    return 0;
}
