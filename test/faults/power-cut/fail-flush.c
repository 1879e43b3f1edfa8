// A disk that fails one flush of a file: preloaded into a program. FAIL_FLUSH_OF is how the file's path ends. FAIL_FLUSH is the number of that flush, from 1;
// FAIL_FLUSH_MARK a file that is made then. With FAIL_FLUSH_DROPS the
// system has dropped what was written since the flush before, and reads and later flushes know nothing of it, as Linux does with some file systems.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static char *kept = NULL;
static off_t kept_bytes = 0;
static int flushes = 0;

static int is_meant(int fd) {
  const char *ending = getenv("FAIL_FLUSH_OF");
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  long wanted = ending ? (long)strlen(ending) : 0;
  return wanted > 0 && length > wanted && strncmp(path + length - wanted, ending, wanted) == 0;
}

static void keep(int fd) {
  struct stat found;
  if (fstat(fd, &found) != 0) return;
  kept = realloc(kept, found.st_size + 1);
  kept_bytes = found.st_size;
  for (off_t at = 0; at < kept_bytes;) {
    long count = syscall(SYS_pread64, fd, kept + at, kept_bytes - at, at);
    if (count <= 0) break;
    at += count;
  }
}

static void drop(int fd) {
  struct stat found;
  if (fstat(fd, &found) != 0) return;
  // The length has reached the disk by itself, the bytes have not: they read as zeros.
  syscall(SYS_ftruncate, fd, kept_bytes);
  syscall(SYS_ftruncate, fd, found.st_size);
  syscall(SYS_pwrite64, fd, kept, kept_bytes, 0L);
}

static int flushed(int fd, int (*flush)(int)) {
  const char *wanted = getenv("FAIL_FLUSH");
  if (!wanted || !is_meant(fd)) return flush(fd);
  pthread_mutex_lock(&turn);
  flushes += 1;
  int fails = flushes == atoi(wanted);
  int done = fails ? -1 : flush(fd);
  if (!fails) keep(fd);
  else if (getenv("FAIL_FLUSH_DROPS")) drop(fd);
  pthread_mutex_unlock(&turn);
  if (fails) {
    // For the test: the flush came, and failed.
    int mark = (int)syscall(SYS_openat, AT_FDCWD, getenv("FAIL_FLUSH_MARK"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    syscall(SYS_close, mark);
    errno = EIO;
  }
  return done;
}

int fsync(int fd) { return flushed(fd, (int (*)(int))dlsym(RTLD_NEXT, "fsync")); }
int fdatasync(int fd) { return flushed(fd, (int (*)(int))dlsym(RTLD_NEXT, "fdatasync")); }
