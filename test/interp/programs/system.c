#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

static void catch(int n)
{
    caught += n;
}

static void detail(int n, siginfo_t *info, void *context)
{
    caught += 100 * n + (info != 0) + (context != 0);
}

/* errno after the call; the result comes first. */
static void show(long result)
{
    printf("%ld %d ", result, errno);
    errno = 0;
}

static void signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    show(sigaddset(&set, 0));
    show(sigaddset(&set, SIGINT));
    show(sigismember(&set, SIGINT));
    show(sigismember(&set, SIGTERM));
    show(sigdelset(&set, SIGINT));
    show(sigismember(&set, SIGINT));
    show(raise(0));
    show(raise(1000));
    show(raise(SIGCHLD));
    show(signal(SIGUSR1, catch) == SIG_DFL);
    show(signal(SIGKILL, catch) == SIG_ERR);
    show(raise(SIGUSR1));
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = detail;
    action.sa_flags = SA_SIGINFO;
    show(sigaction(SIGUSR1, &action, &old));
    show(old.sa_handler == catch);
    raise(SIGUSR1);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    printf("%d\n", (int)caught);
}

static void options(const char *letters, int count, char **words)
{
    opterr = 0;
    optind = 0;
    for (int c = getopt(count, words, letters); c != -1; c = getopt(count, words, letters))
        printf("%d:%s:%d ", c, optarg ? optarg : "-", optind);
    printf("[%d]", optind);
    for (int i = 0; i < count; i++)
        printf(" %s", words[i]);
    puts("");
}

static void long_options(int count, char **words)
{
    static int seen;
    static const struct option all[] = {{"name", required_argument, NULL, 'n'},
                                        {"verbose", no_argument, &seen, 7},
                                        {"colour", optional_argument, NULL, 'c'},
                                        {"colon", no_argument, NULL, 'o'},
                                        {NULL, 0, NULL, 0}};
    int index = -1;
    opterr = 0;
    optind = 0;
    for (int c; (c = getopt_long(count, words, "n:vx", all, &index)) != -1; index = -1)
        printf("%d:%s:%d:%d:%d ", c, optarg ? optarg : "-", optind, index, seen);
    printf("[%d]", optind);
    for (int i = 0; i < count; i++)
        printf(" %s", words[i]);
    puts("");
}

static void files(void)
{
    struct stat about;
    FILE *file = fopen("/tmp/caulk-status", "w");
    fputs("12345", file);
    fclose(file);
    show(stat("/tmp/caulk-status", &about));
    printf("%d %d\n", (int)about.st_size, S_ISREG(about.st_mode));
    int descriptor = openat(AT_FDCWD, "/tmp/caulk-status", O_RDONLY);
    show(fstat(descriptor, &about));
    printf("%d %d\n", (int)about.st_size, S_ISDIR(about.st_mode));
    show(close(descriptor));
    show(fstat(descriptor, &about));
    remove("/tmp/caulk-status");
    show(stat("/tmp/caulk-status", &about));
}

static void numbers(void)
{
    double whole;
    float part, small = -0.0f;
    volatile double zero = 0, infinite = INFINITY, unknown = NAN, huge = 1e300, one = 1;
    printf("%g %g %d %d %d\n", logb(zero), logb(-infinite), ilogb(infinite), ilogbf(small), ilogb(unknown));
    printf("%d %g %g %g\n", isnan(tgamma(-one)), lgamma(-one), lgamma(-infinite), tgamma(zero));
    printf("%g %g %g %g %g\n", remainder(3 * one, infinite), remainder(5 * one, 2), remainder(7 * one, 2),
           remainder(-3 * one, 1e-310), remainder(one, 3));
    printf("%d %g %g %d\n", isnan(fdim(unknown, one)), fdim(infinite, infinite), fdim(one, -one),
           isnan(modf(unknown, &whole)));
    printf("%lld %lld %ld %ld\n", llrint(huge), llround(-huge), lround(huge), lrint(unknown));
    printf("%d %d\n", fesetround(77) != 0, fesetround(FE_TONEAREST));
    int n;
    printf("%d %d %d %d\n", sscanf(".", "%f", &part), sscanf("", "%f", &part), sscanf("-", "%d", &n), sscanf(" ", "%d", &n));
}

int main(void)
{
    signals();
    options("ab:c::", 8, (char *[]){"p", "x", "-a", "-bfoo", "y", "-b", "bar", "-cz", 0});
    options("ab", 6, (char *[]){"p", "x", "-ab", "--", "-a", "y", 0});
    options("+a", 4, (char *[]){"p", "-a", "x", "-a", 0});
    options("-a", 4, (char *[]){"p", "-a", "x", "-a", 0});
    options(":b:", 3, (char *[]){"p", "-z", "-b", 0});
    long_options(14, (char *[]){"p", "a", "--name", "x", "--verb", "--name=y", "-v", "b", "-nz", "--colour", "--colour=red",
                                "--bogus", "--", "q", NULL});
    long_options(4, (char *[]){"p", "--col", "--verbose=1", "--name", NULL});
    files();
    const char *addresses[] = {"x", "1.2", "1.2.3.4", "0x7f.1", "256.1", "010.1.1.1", "", "1.2.3.4.5", "1.2 x", "1..2"};
    for (int i = 0; i < 10; i++)
        printf("%08x ", (unsigned)inet_addr(addresses[i]));
    puts("");
    errno = 0;
    show(nanosleep(&(struct timespec){0, -1}, 0));
    show(nanosleep(&(struct timespec){0, 1}, 0));
    show(gettimeofday(0, 0));
    pthread_mutex_t mutex;
    show(pthread_mutex_init(&mutex, 0));
    puts("");
    numbers();
    return 0;
}
