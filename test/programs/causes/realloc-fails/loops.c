// The block that grows in a loop, where only a later iteration makes it grow.
#include <stdio.h>
#include <stdlib.h>

char *read_line(FILE *in) {
  size_t capacity = 16, length = 0;
  char *line = malloc(capacity);
  if (line == NULL)
    return NULL;
  for (int c; (c = fgetc(in)) != EOF && c != '\n';) {
    if (length + 1 == capacity) {
      capacity *= 2;
      line = realloc(line, capacity); // WARN(leak)
      if (line == NULL)
        return NULL;
    }
    line[length++] = (char)c;
  }
  line[length] = '\0';
  return line;
}

int *read_numbers(FILE *in, int *count) {
  int room = 100, n = 0, number;
  int *numbers = calloc(room, sizeof *numbers);
  if (!numbers)
    return NULL;
  while (fscanf(in, "%d", &number) == 1) {
    if (n >= room) {
      room += 100;
      if (!(numbers = realloc(numbers, room * sizeof *numbers))) // WARN(leak)
        break;
    }
    numbers[n] = number;
    n++;
  }
  *count = n;
  return numbers;
}

struct list {
  const char **items;
  int count;
};

int collect(struct list *list, const char *const *from) {
  int i, room = 8;
  const char **items = malloc(room * sizeof *items);
  if (!items)
    return -1;
  i = 0;
  do {
    if (i == room) {
      room <<= 1;
      items = realloc(items, room * sizeof *items); // WARN(leak)
      if (items == NULL)
        return -1;
    }
    items[i++] = *from;
  } while (*from++);
  list->items = items;
  list->count = i;
  return 0;
}
