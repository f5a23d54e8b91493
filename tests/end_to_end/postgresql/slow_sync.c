/* Preloaded, makes disks slower for a program: each sync takes as many microseconds longer as $JAIPUR_SYNC_US says. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static useconds_t longer;

__attribute__((constructor)) static void read_time(void)
{
    const char *text = getenv("JAIPUR_SYNC_US");
    longer = text ? (useconds_t)strtoul(text, NULL, 10) : 0;
}

int fsync(int file)
{
    usleep(longer);
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    usleep(longer);
    return (int)syscall(SYS_fdatasync, file);
}
