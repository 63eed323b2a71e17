#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next, *before;
    int n;
};

static int calls;

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void show(const void *node, VISIT order, int depth)
{
    if (order == postorder || order == leaf)
        printf("%s ", *(char **)node);
}

static void forget(void *key)
{
    calls++;
}

static void trees(void)
{
    const char *words[] = {"m", "c", "x", "a", "d", "c"};
    void *root = 0;
    for (int i = 0; i < 6; i++)
        printf("%s", *(const char **)tsearch(words[i], &root, by_text));
    puts("");
    twalk(root, show);
    printf("%d %d\n", tfind("x", &root, by_text) != 0, tfind("q", &root, by_text) == 0);
    printf("%d %d\n", tdelete("m", &root, by_text) != 0, tdelete("q", &root, by_text) == 0);
    twalk(root, show);
    tdestroy(root, forget);
    printf("%d\n", calls);
}

static void tables(void)
{
    ENTRY item = {.key = "one", .data = "1"}, *found;
    printf("%d\n", hcreate(4) != 0);
    printf("%s\n", (char *)hsearch(item, ENTER)->data);
    item.data = "2";
    printf("%s\n", (char *)hsearch(item, ENTER)->data);
    item.key = "two";
    errno = 0;
    found = hsearch(item, FIND);
    printf("%d %d\n", found == 0, errno == ESRCH);
    hdestroy();
    struct hsearch_data own = {0};
    printf("%d", hcreate_r(3, &own) != 0);
    printf(" %d", hsearch_r(item, ENTER, &found, &own) != 0);
    printf(" %s\n", found->key);
    hdestroy_r(&own);
}

static void arrays(void)
{
    int all[5] = {3, 1, 4}, key = 1, other = 9;
    size_t n = 3;
    printf("%d", (int)((int *)lfind(&key, all, &n, sizeof key, by_number) - all));
    printf(" %d", (int)((int *)lsearch(&other, all, &n, sizeof key, by_number) - all));
    printf(" %zu %d\n", n, all[3]);
}

static void lists(void)
{
    struct node one = {.n = 1}, two = {.n = 2}, three = {.n = 3};
    insque(&one, 0);
    insque(&three, &one);
    insque(&two, &one);
    for (struct node *p = &one; p; p = p->next)
        printf("%d ", p->n);
    remque(&two);
    printf("%d %d\n", one.next->n, three.before->n);
}

int main(void)
{
    trees();
    tables();
    arrays();
    lists();
    return 0;
}
