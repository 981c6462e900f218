/* What commands of the Bash world ask of the machine, answered the same everywhere. Preloaded into each of them.

   clock    Where a task says what time it is, that is the time. A file that is written while the command runs
            gets the kernel's time, which is later than BEGUN: it is shown as the time of the task.
   kernel   The name and version that `uname` prints.
   cores    How many `nproc` prints.

   Compiled when the world is built, by a compiler that knows no headers: so there are none. The kernel's own
   structures are the same on x86_64 and aarch64 in all that is used here. */

typedef long word;

extern word syscall(word number, ...);
extern word __sysconf(int name);

#if defined(__x86_64__)
enum { NEWFSTATAT = 262, FSTAT = 5, STATX = 332, CLOCK_GETTIME = 228, UNAME = 63, OPENAT = 257, READ = 0, CLOSE = 3 };
#else
enum { NEWFSTATAT = 79, FSTAT = 80, STATX = 291, CLOCK_GETTIME = 113, UNAME = 160, OPENAT = 56, READ = 63, CLOSE = 57 };
#endif
enum { HERE = -100, NOFOLLOW = 0x100, EMPTY_PATH = 0x1000 };
enum { CORES = 2, ONLINE = 84, CONFIGURED = 83 };
#define RELEASE "6.1.0-amd64"
#define VERSION "#1 SMP PREEMPT_DYNAMIC Debian 6.1"

/* The time of the task, and when the command began; both 0 where the clock runs as ever. */
static word moment[2];
static int is_read;

static int stands(void)
{
    if (!is_read) {
        word file = syscall(OPENAT, HERE, "/usr/lib/asmeant/moment", 0x80000);
        if (file >= 0) {
            if (syscall(READ, file, moment, sizeof moment) != sizeof moment)
                moment[0] = moment[1] = 0;
            syscall(CLOSE, file);
        }
        is_read = 1;
    }
    return moment[1] != 0;
}

/* Seconds and nanoseconds of a file. */
static void stamp(word *seconds, int *nanoseconds)
{
    if (*seconds >= moment[1]) {
        *seconds = moment[0];
        *nanoseconds = 0;
    }
}

static int told(word status, char *file)
{
    if (status == 0 && stands()) {
        stamp((word *)(file + 72), (int *)(file + 80));
        stamp((word *)(file + 88), (int *)(file + 96));
        stamp((word *)(file + 104), (int *)(file + 112));
    }
    return (int)status;
}

int fstatat(int folder, const char *path, char *file, int flags) { return told(syscall(NEWFSTATAT, (word)folder, path, file, (word)flags), file); }
int fstatat64(int folder, const char *path, char *file, int flags) { return fstatat(folder, path, file, flags); }
int stat(const char *path, char *file) { return fstatat(HERE, path, file, 0); }
int stat64(const char *path, char *file) { return fstatat(HERE, path, file, 0); }
int lstat(const char *path, char *file) { return fstatat(HERE, path, file, NOFOLLOW); }
int lstat64(const char *path, char *file) { return fstatat(HERE, path, file, NOFOLLOW); }
int fstat(int number, char *file) { return told(syscall(FSTAT, (word)number, file), file); }
int fstat64(int number, char *file) { return fstat(number, file); }
/* As programs called them that were linked before 2021. */
int __xstat(int version, const char *path, char *file) { return stat(path, file); }
int __xstat64(int version, const char *path, char *file) { return stat(path, file); }
int __lxstat(int version, const char *path, char *file) { return lstat(path, file); }
int __lxstat64(int version, const char *path, char *file) { return lstat(path, file); }
int __fxstat(int version, int number, char *file) { return fstat(number, file); }
int __fxstat64(int version, int number, char *file) { return fstat(number, file); }
int __fxstatat(int version, int folder, const char *path, char *file, int flags) { return fstatat(folder, path, file, flags); }
int __fxstatat64(int version, int folder, const char *path, char *file, int flags) { return fstatat(folder, path, file, flags); }

int statx(int folder, const char *path, int flags, unsigned mask, char *file)
{
    word status = syscall(STATX, (word)folder, path, (word)flags, (word)mask, file);
    if (status == 0 && stands()) {
        int place;
        for (place = 64; place <= 112; place += 16)
            stamp((word *)(file + place), (int *)(file + place + 8));
    }
    return (int)status;
}

/* Clocks 0, 5 and 11 tell the time of day; the others count from when the machine was started. */
int clock_gettime(int clock, word *time)
{
    if ((clock == 0 || clock == 5 || clock == 11) && stands()) {
        time[0] = moment[0];
        time[1] = 0;
        return 0;
    }
    return (int)syscall(CLOCK_GETTIME, (word)clock, time);
}

int gettimeofday(word *time, void *zone)
{
    word now[2];
    clock_gettime(0, now);
    if (time) {
        time[0] = now[0];
        time[1] = now[1] / 1000;
    }
    return 0;
}

word time(word *place)
{
    word now[2];
    clock_gettime(0, now);
    if (place)
        *place = now[0];
    return now[0];
}

int timespec_get(word *time, int base)
{
    return base == 1 && clock_gettime(0, time) == 0 ? 1 : 0;
}

static void copy(char *place, const char *text)
{
    while ((*place++ = *text++)) {
    }
}

/* Six texts of 65 bytes: the system, the host, the release, the version, the machine, the domain. */
int uname(char *names)
{
    word status = syscall(UNAME, names);
    if (status == 0) {
        copy(names + 130, RELEASE);
        copy(names + 195, VERSION);
    }
    return (int)status;
}

int sched_getaffinity(int process, word size, unsigned char *cores)
{
    word place;
    for (place = 0; place < size; place++)
        cores[place] = place ? 0 : (1 << CORES) - 1;
    return 0;
}

int get_nprocs(void) { return CORES; }
int get_nprocs_conf(void) { return CORES; }
word sysconf(int name) { return name == ONLINE || name == CONFIGURED ? CORES : __sysconf(name); }
