// A sorted table is searched.
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static const int table[5] = { 1, 3, 5, 7, 9 };
    const int *found = bsearch(&argc, table, 5, sizeof table[0], compare);

    return found ? *found : 0;
}
