#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bits {
    unsigned a : 3;
    int b : 5;
    unsigned long long c : 40;
    _Bool d : 1;
};

union both {
    struct {
        uint16_t low, high;
    } half;
    uint32_t whole;
    float real;
};

struct pair {
    long x;
    char text[12];
};

static struct pair swap(struct pair p)
{
    p.x = -p.x;
    p.text[0] = 'S';
    return p;
}

static long sum(int count, ...)
{
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    long total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    for (int i = 0; i < count; i++)
        total += 2 * va_arg(again, int);
    va_end(list);
    va_end(again);
    return total;
}

static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static int twice(int n)
{
    return 2 * n;
}

static int apply(int (*f)(int), int n)
{
    return f(n);
}

static int table(int n)
{
    static void *const labels[] = {&&zero, &&one, &&many};
    goto *labels[n > 2 ? 2 : n];
zero:
    return 100;
one:
    return 101;
many:
    return 102;
}

static int lengths(int n)
{
    int total = 0;
    for (int i = 1; i <= n; i++) {
        int row[i];
        memset(row, 0, sizeof row);
        row[i - 1] = i;
        total += row[i - 1] + (int)sizeof row;
    }
    return total;
}

int main(void)
{
    struct bits b = {.a = 9, .b = -17, .c = 0xffffffffffULL, .d = 5};
    b.c += 2;
    printf("%u %d %llu %d\n", b.a, b.b, (unsigned long long)b.c, b.d);
    union both u = {.whole = 0x3f800001};
    printf("%x %x %.9g\n", u.half.low, u.half.high, u.real);
    struct pair p = {5, "pair"}, q = swap(p);
    printf("%ld %s %ld %s\n", p.x, p.text, q.x, q.text);
    printf("%ld\n", sum(4, 1, 2, 3, 4));
    say("%s %d %5.2f %lld\n", "say", 1, 2.5, 1LL << 40);
    printf("%d %d\n", apply(twice, 21), apply(&twice, -1));
    printf("%d %d %d\n", table(0), table(1), table(7));
    printf("%d\n", lengths(5));
    int8_t c = (int8_t)200;
    uint8_t w = (uint8_t)-1;
    printf("%d %d %d %u\n", c, w, (short)70000, (unsigned)-1);
    printf("%d %d %u %d\n", -7 / 2, -7 % 2, 7u - 8u, 1 << 31 >> 31);
    int64_t big = INT64_C(0x123456789abcdef0);
    printf("%llx %llx %lld\n", (long long)(big * 17), (long long)(big << 9), (long long)(big >> 60));
    uint64_t ub = UINT64_MAX;
    printf("%llu %llu %llu\n", (unsigned long long)(ub / 10), (unsigned long long)(ub % 1000),
           (unsigned long long)(ub + 2));
    __int128 wide = (__int128)big * big;
    printf("%llx %llx\n", (long long)(wide >> 64), (long long)wide);
    printf("%d %d %lld %.1f\n", (int)3.99, (int)-3.99, (long long)1e15, (double)(float)0.1);
    printf("%zu %zu\n", sizeof(struct bits), sizeof(struct pair));
    uintptr_t bits = (uintptr_t)&p;
    struct pair *back = (struct pair *)(bits | 1);
    back = (struct pair *)((uintptr_t)back & ~(uintptr_t)1);
    printf("%ld\n", back->x);
    struct pair *bytes;
    struct pair *from = &q;
    for (size_t i = 0; i < sizeof from; i++)
        ((char *)&bytes)[i] = ((char *)&from)[i];
    printf("%ld\n", bytes->x);
    int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = matrix + 1;
    printf("%d %td\n", (*row)[2], &matrix[1][2] - &matrix[0][0]);
    switch (p.x) {
    case 1 ... 4:
        puts("low");
        break;
    case 5:
        puts("five");
    default:
        puts("through");
    }
    int *literal = (int[]){7, 8, 9};
    printf("%d\n", literal[2] ?: -1);
    return 0;
}
