// Wraps the allocators of the C library (ld --wrap): allocations succeed, except for the one that is to fail.
// With a driver, runs its `test` for every allocation that can fail; a program with a `main` of its own just runs.
#include "driver.h"

static int countdown;
static int refused;
static int threads_fail;

void fail_allocation(int nth)
{
    countdown = nth;
    refused = 0;
}

void fail_threads(int fail)
{
    threads_fail = fail;
}

static int refuses(void)
{
    if (countdown == 0 || --countdown > 0)
        return 0;
    refused = 1;
    return 1;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *s);
char *__real_strndup(const char *s, size_t n);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *argument);

void *__wrap_malloc(size_t size) { return refuses() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return refuses() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return refuses() ? NULL : __real_realloc(old, size); }
char *__wrap_strdup(const char *s) { return refuses() ? NULL : __real_strdup(s); }
char *__wrap_strndup(const char *s, size_t n) { return refuses() ? NULL : __real_strndup(s, n); }

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *argument)
{
    return threads_fail ? 11 : __real_pthread_create(thread, a, start, argument);
}

__attribute__((weak)) void test(void);
__attribute__((weak)) int program(int argc, char **argv);

/* Clears the stack, so that no stale pointer to lost memory is left. */
static __attribute__((noinline)) void clobber(void)
{
    volatile char trash[1 << 14];
    memset((char *)trash, 0, sizeof trash);
}

static void run(int argc, char **argv)
{
    if (test)
        test();
    else
        program(argc, argv);
}

int main(int argc, char **argv)
{
    int nth = 0;

    do {
        fail_allocation(nth++);
        run(argc, argv);
        clobber();
    } while (nth == 1 || refused);
    return 0;
}
