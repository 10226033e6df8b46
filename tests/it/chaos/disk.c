/* A disk in trouble, put in front of a program by LD_PRELOAD. The first byte of the file that DISK_TROUBLE names says what
 * happens to writes into regular files: '0' nothing, 'f' the disk is full, 's' the disk is slow. The second and the third
 * byte become '1' once a write has met a full and a slow disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static volatile char *control;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("DISK_TROUBLE");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *mapped = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (mapped != MAP_FAILED) control = mapped;
}

/* Standard error is the log, which whoever looks for faults wants to read. */
static int is_file(int fd) {
    struct stat about;
    return fd > 2 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

/* Whether a write is to fail. */
static int refuses(int fd, useconds_t pause) {
    char trouble = control ? *control : '0';
    if (trouble == '0' || !is_file(fd)) return 0;
    control[trouble == 's' ? 2 : 1] = '1';
    if (trouble == 's') {
        usleep(pause);
        return 0;
    }
    errno = ENOSPC;
    return 1;
}

#define WRITE 2000
#define SYNC 150000
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *from, size_t count) { return refuses(fd, WRITE) ? -1 : NEXT(write)(fd, from, count); }
ssize_t writev(int fd, const struct iovec *from, int count) { return refuses(fd, WRITE) ? -1 : NEXT(writev)(fd, from, count); }
ssize_t pwrite(int fd, const void *from, size_t count, off_t at) { return refuses(fd, WRITE) ? -1 : NEXT(pwrite)(fd, from, count, at); }
ssize_t pwrite64(int fd, const void *from, size_t count, off64_t at) { return refuses(fd, WRITE) ? -1 : NEXT(pwrite64)(fd, from, count, at); }
int fsync(int fd) { return refuses(fd, SYNC) ? -1 : NEXT(fsync)(fd); }
int fdatasync(int fd) { return refuses(fd, SYNC) ? -1 : NEXT(fdatasync)(fd); }
int ftruncate(int fd, off_t length) { return refuses(fd, WRITE) ? -1 : NEXT(ftruncate)(fd, length); }
int ftruncate64(int fd, off64_t length) { return refuses(fd, WRITE) ? -1 : NEXT(ftruncate64)(fd, length); }
int fallocate(int fd, int mode, off_t at, off_t length) { return refuses(fd, WRITE) ? -1 : NEXT(fallocate)(fd, mode, at, length); }
int posix_fallocate(int fd, off_t at, off_t length) { return refuses(fd, WRITE) ? ENOSPC : NEXT(posix_fallocate)(fd, at, length); }
