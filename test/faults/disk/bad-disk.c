// A disk that fails where a test wants it to: preloaded into a program, it lets chosen calls on chosen files fail.
// The rule is one line of the file that BAD_DISK names: "turn call ending errno skip"; an empty file is a good disk.
// Every call that was failed leaves one byte in BAD_DISK.hits.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int turn_seen = -1;
static int calls_seen = 0;

static int fails(const char *call, const char *path) {
  const char *rule_file = getenv("BAD_DISK");
  if (!rule_file || !path) return 0;
  char rule[512] = {0}, wanted[32], part[256], hits[512];
  int turn, error, skip;
  int rule_fd = (int)syscall(SYS_openat, AT_FDCWD, rule_file, O_RDONLY | O_CLOEXEC);
  if (rule_fd < 0) return 0;
  long length = syscall(SYS_read, rule_fd, rule, sizeof rule - 1);
  syscall(SYS_close, rule_fd);
  if (length <= 0 || sscanf(rule, "%d %31s %255s %d %d", &turn, wanted, part, &error, &skip) != 5) return 0;
  if (strcmp(wanted, call) != 0 || !strstr(path, part)) return 0;
  if (turn != __atomic_exchange_n(&turn_seen, turn, __ATOMIC_SEQ_CST)) __atomic_store_n(&calls_seen, 0, __ATOMIC_SEQ_CST);
  if (__atomic_fetch_add(&calls_seen, 1, __ATOMIC_SEQ_CST) < skip) return 0;
  snprintf(hits, sizeof hits, "%s.hits", rule_file);
  int hits_fd = (int)syscall(SYS_openat, AT_FDCWD, hits, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (hits_fd >= 0) { syscall(SYS_write, hits_fd, ".", 1); syscall(SYS_close, hits_fd); }
  errno = error;
  return 1;
}

// The path ends in '/' or '$' so that a rule can name a folder, or a file and not what begins like it.
static const char *marked(char *buffer, const char *path) {
  snprintf(buffer, 4096, "%s$", path);
  return buffer;
}

static const char *path_of(int fd, char *buffer) {
  char link[64], path[4000];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = 0;
  return marked(buffer, path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define ON_FD(type, name, parameters, arguments, said)                             \
  type name parameters {                                                          \
    char buffer[4096];                                                            \
    if (getenv("BAD_DISK") && fails(said, path_of(fd, buffer))) return -1;         \
    return NEXT(name) arguments;                                                  \
  }
#define ON_PATH(name, parameters, arguments, said)                                \
  int name parameters {                                                           \
    char buffer[4096];                                                            \
    if (fails(said, marked(buffer, path))) return -1;                              \
    return NEXT(name) arguments;                                                  \
  }

ON_FD(ssize_t, write, (int fd, const void *data, size_t count), (fd, data, count), "write")
ON_FD(ssize_t, pwrite, (int fd, const void *data, size_t count, off_t at), (fd, data, count, at), "write")
ON_FD(ssize_t, pwrite64, (int fd, const void *data, size_t count, off64_t at), (fd, data, count, at), "write")
ON_FD(ssize_t, pwritev, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at), "write")
ON_FD(ssize_t, pwritev64, (int fd, const struct iovec *parts, int count, off64_t at), (fd, parts, count, at), "write")
ON_FD(int, fsync, (int fd), (fd), "flush")
ON_FD(int, fdatasync, (int fd), (fd), "flush")
ON_FD(int, ftruncate64, (int fd, off64_t length), (fd, length), "truncate")
ON_PATH(unlink, (const char *path), (path), "remove")
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode), "make")

int rename(const char *from, const char *path) {
  char buffer[4096];
  if (fails("rename", marked(buffer, path))) return -1;
  return NEXT(rename)(from, path);
}

static int may_write(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }

#define OPEN(name, parameters, arguments)                                         \
  int name parameters {                                                           \
    char buffer[4096];                                                            \
    va_list rest;                                                                 \
    va_start(rest, flags);                                                        \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                     \
    va_end(rest);                                                                 \
    if (may_write(flags) && fails("open", marked(buffer, path))) return -1;        \
    return NEXT(name) arguments;                                                  \
  }
OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
OPEN(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
OPEN(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode))
