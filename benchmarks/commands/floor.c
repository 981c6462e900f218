/* The floor: for each command on standard input (four bytes of length, then the text), a bare bash in new
   namespaces, and one byte on standard output when it is gone. No tree, no limits, no look at what it did. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int whole(void *place, size_t size) {
    for (size_t got = 0; got < size;) {
        ssize_t more = read(0, (char *)place + got, size - got);
        if (more <= 0) return 0;
        got += more;
    }
    return 1;
}

int main(void) {
    char *environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", NULL};
    uint32_t size;
    while (whole(&size, sizeof size)) {
        char *command = calloc(size + 1, 1);
        int nothing = open("/dev/null", O_RDWR), out[2];
        if (!whole(command, size) || pipe(out)) return 1;
        unsigned long flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
        pid_t pid = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
        if (pid < 0) return 2;
        if (pid == 0) {
            char *words[] = {"bash", "-c", command, NULL};
            dup2(nothing, 0);
            dup2(out[1], 1);
            dup2(out[1], 2);
            execve("/bin/bash", words, environment);
            _exit(127);
        }
        close(out[1]);
        char piece[65536];
        while (read(out[0], piece, sizeof piece) > 0) {}
        waitpid(pid, NULL, 0);
        close(out[0]);
        close(nothing);
        free(command);
        if (write(1, "x", 1) != 1) return 3;
    }
    return 0;
}
