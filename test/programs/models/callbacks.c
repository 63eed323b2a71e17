// Sorting and searching call back, and neither keep nor free their arguments.
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
    const int *x = a;
    const int *y = b;

    return *x < *y ? -1 : *x > *y;
}

static int careless(const void *a, const void *b)
{
    int *copy = malloc(sizeof *copy);

    if (copy == NULL)
        return 0;
    *copy = *(const int *)a;
    return *copy - *(const int *)b; // WARN(leak)
}

int sorted(size_t n)
{
    int numbers[4] = { 4, 3, 2, 1 };
    int key = 2;

    qsort(numbers, 4, sizeof numbers[0], by_number);
    return bsearch(&key, numbers, 4, sizeof numbers[0], by_number) != NULL;
}

void sorted_carelessly(void)
{
    int numbers[4] = { 4, 3, 2, 1 };

    qsort(numbers, 4, sizeof numbers[0], careless);
}

int not_found(void)
{
    int numbers[4] = { 1, 2, 3, 4 };
    int key = 9;
    int *found = bsearch(&key, numbers, 4, sizeof numbers[0], by_number);

    return *found; // WARN(null-dereference)
}
