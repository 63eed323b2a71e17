// What is not found is used.
// violates: valid-deref
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static const int table[5] = { 1, 3, 5, 7, 9 };
    int key = argc * 2;
    const int *found = bsearch(&key, table, 5, sizeof table[0], compare);

    return *found;
}
