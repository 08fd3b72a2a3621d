/* A disk that is slow or full, for a process that loads this before its C library.
 *
 * The file that FAULT_FILE names says which: "L" makes every sync take 150 ms longer, "F" makes every
 * write to a table's file fail for want of space. No file or an empty one: nothing is changed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static char fault(void) {
    const char *name = getenv("FAULT_FILE");
    char letter = 0;
    int kept = errno;
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        if (read(file, &letter, 1) < 1) letter = 0;
        close(file);
    }
    errno = kept;
    return letter;
}

static int is_table(int descriptor) {
    char link[40], name[512];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length < 0) return 0;
    name[length] = 0;
    return strstr(name, "/base/") != NULL;
}

static int is_full(int descriptor) {
    if (fault() != 'F' || !is_table(descriptor)) return 0;
    errno = ENOSPC;
    return 1;
}

static void linger(void) {
    if (fault() == 'L') usleep(150000);
}

int fsync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    linger();
    return real(descriptor);
}

int fdatasync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    linger();
    return real(descriptor);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t place) {
    ssize_t (*real)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite");
    return is_full(descriptor) ? -1 : real(descriptor, bytes, count, place);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t place) {
    ssize_t (*real)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
    return is_full(descriptor) ? -1 : real(descriptor, bytes, count, place);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t place) {
    ssize_t (*real)(int, const struct iovec *, int, off_t) = dlsym(RTLD_NEXT, "pwritev");
    return is_full(descriptor) ? -1 : real(descriptor, parts, count, place);
}

int posix_fallocate(int descriptor, off_t from, off_t length) {
    int (*real)(int, off_t, off_t) = dlsym(RTLD_NEXT, "posix_fallocate");
    if (fault() == 'F' && is_table(descriptor)) return ENOSPC;
    return real(descriptor, from, length);
}
