/* A disk that takes its time: each sync of this process lasts SYNC_MS milliseconds longer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

#define REAL(name) ((int (*)(int))dlsym(RTLD_NEXT, #name))

static void wait_longer(void)
{
    const char *ms = getenv("SYNC_MS");
    long ns = ms ? atol(ms) * 1000000L : 0;
    struct timespec span = {ns / 1000000000L, ns % 1000000000L};
    if (ns > 0) nanosleep(&span, NULL);
}

int fsync(int fd)
{
    wait_longer();
    return REAL(fsync)(fd);
}

int fdatasync(int fd)
{
    wait_longer();
    return REAL(fdatasync)(fd);
}
