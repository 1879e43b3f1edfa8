// Records what a program writes below one folder, and when it flushes that: preloaded into the program, it appends each call to the file that
// RECORD_DISK names, once the call has succeeded. RECORD_FOLDER is the folder. What goes to the standard output is recorded too, as what was told.
// A record: call (1 byte), length of the path (2), offset (8), length of the data (4), path, data; numbers are little-endian.
// Calls: w write, t truncate, f a flush begins, d it has ended, u unlink, r rename (data: the new path), s said.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int record_fd = -1;

static void record(char call, const char *path, uint64_t at, const void *data, uint32_t length) {
  uint16_t path_length = (uint16_t)strlen(path);
  char head[15];
  head[0] = call;
  memcpy(head + 1, &path_length, 2);
  memcpy(head + 3, &at, 8);
  memcpy(head + 11, &length, 4);
  struct iovec parts[3] = {{head, sizeof head}, {(void *)path, path_length}, {(void *)data, length}};
  pthread_mutex_lock(&turn);
  if (record_fd < 0)
    record_fd = (int)syscall(SYS_openat, AT_FDCWD, getenv("RECORD_DISK"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  syscall(SYS_writev, record_fd, parts, 3);
  pthread_mutex_unlock(&turn);
}

static int is_ours(const char *path) {
  const char *folder = getenv("RECORD_FOLDER");
  return folder && getenv("RECORD_DISK") && strncmp(path, folder, strlen(folder)) == 0;
}

// The path of an open file below the folder, or NULL.
static const char *path_of(int fd, char *buffer) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, buffer, 4095);
  if (length <= 0) return NULL;
  buffer[length] = 0;
  return is_ours(buffer) ? buffer : NULL;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void wrote(int fd, const void *data, ssize_t count, int64_t at) {
  char buffer[4096];
  if (count <= 0) return;
  if (fd == 1) return record('s', "", 0, data, (uint32_t)count);
  const char *path = path_of(fd, buffer);
  if (!path) return;
  if (at < 0) at = (int64_t)syscall(SYS_lseek, fd, 0, SEEK_CUR) - count;
  record('w', path, (uint64_t)at, data, (uint32_t)count);
}

// What is told is recorded before anybody can act on it.
ssize_t write(int fd, const void *data, size_t count) {
  if (fd == 1) wrote(fd, data, (ssize_t)count, 0);
  ssize_t done = NEXT(write)(fd, data, count);
  if (fd != 1) wrote(fd, data, done, -1);
  return done;
}

ssize_t pwrite(int fd, const void *data, size_t count, off_t at) {
  ssize_t done = NEXT(pwrite)(fd, data, count, at);
  wrote(fd, data, done, at);
  return done;
}

ssize_t pwrite64(int fd, const void *data, size_t count, off64_t at) {
  ssize_t done = NEXT(pwrite64)(fd, data, count, at);
  wrote(fd, data, done, at);
  return done;
}

static void wrote_parts(int fd, const struct iovec *parts, int count, ssize_t done, int64_t at) {
  for (int part = 0; part < count && done > 0; part += 1) {
    ssize_t length = (ssize_t)parts[part].iov_len < done ? (ssize_t)parts[part].iov_len : done;
    if (at >= 0) wrote(fd, parts[part].iov_base, length, at);
    at += length;
    done -= length;
  }
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  ssize_t done = NEXT(pwritev)(fd, parts, count, at);
  wrote_parts(fd, parts, count, done, at);
  return done;
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  ssize_t done = NEXT(pwritev64)(fd, parts, count, at);
  wrote_parts(fd, parts, count, done, at);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  ssize_t done = NEXT(writev)(fd, parts, count);
  if (done > 0) wrote_parts(fd, parts, count, done, (int64_t)syscall(SYS_lseek, fd, 0, SEEK_CUR) - done);
  return done;
}

static int flushed(int fd, int (*flush)(int)) {
  char buffer[4096];
  const char *path = path_of(fd, buffer);
  if (path) record('f', path, (uint64_t)fd, "", 0);
  int done = flush(fd);
  if (path && done == 0) record('d', path, (uint64_t)fd, "", 0);
  return done;
}

int fsync(int fd) { return flushed(fd, NEXT(fsync)); }
int fdatasync(int fd) { return flushed(fd, NEXT(fdatasync)); }

static int cut(int fd, int done, uint64_t length) {
  char buffer[4096];
  const char *path = path_of(fd, buffer);
  if (path && done == 0) record('t', path, length, "", 0);
  return done;
}

int ftruncate(int fd, off_t length) { return cut(fd, NEXT(ftruncate)(fd, length), (uint64_t)length); }
int ftruncate64(int fd, off64_t length) { return cut(fd, NEXT(ftruncate64)(fd, length), (uint64_t)length); }

int unlink(const char *path) {
  int done = NEXT(unlink)(path);
  if (done == 0 && is_ours(path)) record('u', path, 0, "", 0);
  return done;
}

int rename(const char *from, const char *to) {
  int done = NEXT(rename)(from, to);
  if (done == 0 && is_ours(from)) record('r', from, 0, to, (uint32_t)strlen(to));
  return done;
}
