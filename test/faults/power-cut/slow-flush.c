// A disk whose flushes are slow: preloaded into a program. SLOW_FLUSH_MS is how long each flush takes at least, in milliseconds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int flushed(int fd, const char *name) {
  const char *wanted = getenv("SLOW_FLUSH_MS");
  if (wanted) usleep((useconds_t)atoi(wanted) * 1000);
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
}

int fsync(int fd) { return flushed(fd, "fsync"); }
int fdatasync(int fd) { return flushed(fd, "fdatasync"); }
