// Compiled into the libraries that tests preload: programs that read or convert files are started with an environment of a few names (ADR-76), and
// what a test does to the disk is to hold for them, too. Each program that is started gets the names below as this one had them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"LD_PRELOAD=", "BAD_DISK=", "RECORD_DISK=", "RECORD_FOLDER="};
#define NAMES (sizeof names / sizeof *names)
static char *kept[NAMES];

static char *found(char *const environment[], const char *name) {
  for (; environment && *environment; environment += 1)
    if (strncmp(*environment, name, strlen(name)) == 0) return *environment;
  return NULL;
}

__attribute__((constructor)) static void keep(void) {
  for (size_t at = 0; at < NAMES; at += 1) {
    char *value = found(environ, names[at]);
    kept[at] = value ? strdup(value) : NULL;
  }
}

static char **with_kept(char *const environment[]) {
  size_t count = 0;
  while (environment && environment[count]) count += 1;
  char **given = calloc(count + NAMES + 1, sizeof *given);
  if (!given) return NULL;
  if (count > 0) memcpy(given, environment, count * sizeof *given);
  for (size_t at = 0; at < NAMES; at += 1)
    if (kept[at] && !found(environment, names[at])) given[count++] = kept[at];
  return given;
}

int execvpe(const char *file, char *const words[], char *const environment[]) {
  char **given = with_kept(environment);
  int (*next)(const char *, char *const[], char *const[]) = dlsym(RTLD_NEXT, "execvpe");
  return next(file, words, given ? given : environment);
}

int execve(const char *file, char *const words[], char *const environment[]) {
  char **given = with_kept(environment);
  int (*next)(const char *, char *const[], char *const[]) = dlsym(RTLD_NEXT, "execve");
  return next(file, words, given ? given : environment);
}

int execvp(const char *file, char *const words[]) { return execvpe(file, words, environ); }
int execv(const char *file, char *const words[]) { return execve(file, words, environ); }
