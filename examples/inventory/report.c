/* Reports, and the file in which the inventory is kept. */
#include "inventory.h"

#include <stdlib.h>
#include <string.h>

typedef int compare_items(const void *, const void *);

static int by_name(const void *a, const void *b) {
  const struct item *const *left = a;
  const struct item *const *right = b;
  return strcmp((*left)->name, (*right)->name);
}

static int by_quantity(const void *a, const void *b) {
  const struct item *const *left = a;
  const struct item *const *right = b;
  return (*left)->quantity - (*right)->quantity;
}

int print_report(const struct store *store, const char *order) {
  const char *heading;
  compare_items *compare = NULL;
  size_t count = 0;
  for (const struct item *item = store->items; item; item = item->next)
    count++;
  if (count == 0) {
    puts("nothing");
    return 0;
  }
  if (strcmp(order, "name") == 0) {
    heading = "by name";
    compare = by_name;
  } else if (strcmp(order, "quantity") == 0) {
    heading = "by quantity";
    compare = by_quantity;
  } else if (strcmp(order, "added") != 0) {
    return -1;
  }
  const struct item **all = malloc(count * sizeof *all);
  if (!all)
    return -1;
  size_t at = 0;
  for (const struct item *item = store->items; item; item = item->next)
    all[at++] = item;
  if (compare)
    qsort(all, count, sizeof *all, compare);
  printf("%s\n", heading); /* BUG uninitialized-pointer: not set for `added` */
  for (size_t i = 0; i < count; i++) {
    printf("%-16s %6d", all[i]->name, all[i]->quantity);
    for (int t = 0; t < all[i]->tag_count; t++)
      printf(" #%s", all[i]->tags[t]);
    putchar('\n');
  }
  free(all);
  return 0;
}

int save_store(const struct store *store, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file)
    return -1;
  for (const struct shelf *shelf = store->shelves; shelf; shelf = shelf->next)
    fprintf(file, "shelf %s %d\n", shelf->name, shelf->room);
  for (const struct item *item = store->items; item; item = item->next)
    fprintf(file, "item %s %d\n", item->name, item->quantity);
  return fclose(file) == 0 ? 0 : -1;
}

int load_store(struct store *store, const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    return 0; /* nothing was saved yet */
  char line[128];
  int status = 0;
  while (status == 0 && fgets(line, sizeof line, file)) {
    char name[64];
    int number;
    if (sscanf(line, "item %63s %d", name, &number) == 2) {
      struct item *item = add_item(store, name, NULL);
      if (item)
        item->quantity = number;
    } else if (sscanf(line, "shelf %63s %d", name, &number) == 2) {
      struct shelf *shelf = malloc(sizeof *shelf);
      if (!shelf) {
        status = -1;
        break;
      }
      shelf->name = copy_text(name);
      shelf->room = number;
      shelf->next = store->shelves;
      store->shelves = shelf;
    } else {
      fprintf(stderr, "%s: cannot read: %s", path, line);
      status = -1;
    }
  }
  fclose(file);
  return status;
}
