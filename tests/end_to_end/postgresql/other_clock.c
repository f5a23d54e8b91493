/* Preloaded, makes a program believe another time of day: by as many seconds as the 8 bytes in the file $JAIPUR_OTHER_CLOCK say, at
   any moment. (libfaketime can't be used together with jemalloc: both start before the other one is ready.) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *shift;

__attribute__((constructor)) static void open_file(void)
{
    const int file = open(getenv("JAIPUR_OTHER_CLOCK"), O_RDONLY | O_CLOEXEC);
    void *at = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
    if (at == MAP_FAILED)
        abort();
    close(file);
    shift = at;
}

int clock_gettime(clockid_t clock, struct timespec *to)
{
    const int result = (int)syscall(SYS_clock_gettime, clock, to);
    if (shift && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        to->tv_sec += *shift;
    return result;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    to->tv_sec = now.tv_sec;
    to->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *to)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to)
        *to = now.tv_sec;
    return now.tv_sec;
}
