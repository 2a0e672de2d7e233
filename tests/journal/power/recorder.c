/* Writes down what a process does to the files below RECORDED_FOLDER, in order, into the file RECORD: for power cuts in tests.
   A record: kind (w write, t truncate, s sync), offset, length of the name, length of the data, name, data. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record = -2;
static char folder[PATH_MAX];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int path_of(int fd, char *to)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, to, PATH_MAX - 1);
    if (n <= 0) return 0;
    to[n] = 0;
    return strncmp(to, folder, strlen(folder)) == 0;
}

static void note(char kind, int fd, int64_t offset, const void *data, uint64_t length)
{
    char path[PATH_MAX];
    if (record == -2) {
        const char *to = getenv("RECORD"), *of = getenv("RECORDED_FOLDER");
        record = -1;
        if (!to || !of) return;
        strncpy(folder, of, sizeof folder - 1);
        record = REAL(open)(to, O_WRONLY | O_CREAT | O_APPEND, 0600);
    }
    if (record < 0 || !path_of(fd, path)) return;
    const char *name = path + strlen(folder) + 1;
    uint64_t head[4] = {(uint64_t)kind, (uint64_t)offset, strlen(name), kind == 'w' ? length : 0};
    char *all = malloc(sizeof head + head[2] + head[3]);
    memcpy(all, head, sizeof head);
    memcpy(all + sizeof head, name, head[2]);
    if (head[3]) memcpy(all + sizeof head + head[2], data, head[3]);
    if (REAL(write)(record, all, sizeof head + head[2] + head[3]) < 0) abort();
    free(all);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset)
{
    pthread_mutex_lock(&lock);
    ssize_t done = REAL(pwrite64)(fd, data, length, offset);
    if (done > 0) note('w', fd, offset, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

ssize_t write(int fd, const void *data, size_t length)
{
    pthread_mutex_lock(&lock);
    off_t at = lseek(fd, 0, SEEK_CUR);
    ssize_t done = REAL(write)(fd, data, length);
    if (done > 0 && at >= 0) note('w', fd, at, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate64(int fd, off64_t length)
{
    pthread_mutex_lock(&lock);
    int done = REAL(ftruncate64)(fd, length);
    if (done == 0) note('t', fd, length, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int synced(int fd, int done)
{
    if (done == 0) {
        pthread_mutex_lock(&lock);
        note('s', fd, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return done;
}

int fsync(int fd) { return synced(fd, REAL(fsync)(fd)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)(fd)); }
