// Declarations of glibc that Swift's Glibc module leaves out.
#include <linux/memfd.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>

// prctl is variadic, which Swift cannot call
static inline void inkd_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0); }
static inline void inkd_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

#include "confine.h"
#include <sys/types.h>

// Declared only under _GNU_SOURCE, which the Glibc module is not built with.
struct sockaddr;
int accept4(int descriptor, struct sockaddr *address, unsigned int *length, int flags);
int memfd_create(const char *name, unsigned int flags);
int mkostemp(char *name, int flags);
int ppoll(struct pollfd *requests, nfds_t count, const struct timespec *timeout, const sigset_t *signals);

// `struct ucred` of unix(7), likewise.
struct inkd_credentials {
  pid_t process;
  uid_t user;
  gid_t group;
};
