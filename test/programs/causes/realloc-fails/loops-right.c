// Right: the same loops with the old block kept or freed, or with the end of the program.
#include <stdio.h>
#include <stdlib.h>

char *read_line(FILE *in) {
  size_t capacity = 16, length = 0;
  char *line = malloc(capacity);
  if (line == NULL)
    return NULL;
  for (int c; (c = fgetc(in)) != EOF && c != '\n';) {
    if (length + 1 == capacity) {
      char *longer = realloc(line, capacity *= 2); // NOWARN
      if (longer == NULL) {
        free(line);
        return NULL;
      }
      line = longer;
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
      if (!(numbers = realloc(numbers, room * sizeof *numbers))) { // NOWARN
        perror("realloc");
        exit(1);
      }
    }
    numbers[n] = number;
    n++;
  }
  *count = n;
  return numbers;
}

char *every_fifth(FILE *in) {
  char *block = NULL;
  int n = 0, c;
  while ((c = fgetc(in)) != EOF) {
    if (n == 0 && !block)
      block = malloc(100);
    if (!block)
      return NULL;
    if (++n == 5) {
      free(block); // NOWARN
      block = NULL;
      n = 0;
    }
  }
  return block;
}

int last_of_table(void) {
  int *table[10], i, sum = 0;
  for (i = 0; i < 10; i++) {
    if (!(table[i] = malloc(sizeof(int))))
      break;
    *table[i] = i;
    if (i == 9)
      sum = *table[8]; // NOWARN
  }
  while (i-- > 0)
    free(table[i]);
  return sum;
}
