/* Items and shelves, with the removals that can be undone. */
#include "inventory.h"

#include <stdlib.h>
#include <string.h>

struct item *find_item(struct store *store, const char *name) {
  for (struct item *item = store->items; item; item = item->next)
    if (strcmp(item->name, name) == 0)
      return item;
  return NULL;
}

struct shelf *find_shelf(struct store *store, const char *name) {
  for (struct shelf *shelf = store->shelves; shelf; shelf = shelf->next)
    if (strcmp(shelf->name, name) == 0)
      return shelf;
  return NULL;
}

struct item *add_item(struct store *store, const char *name, const char *quantity) {
  struct item *item = find_item(store, name);
  int more = 1;
  if (item) {
    if (quantity && parse_quantity(quantity, &more) < 0)
      return NULL;
    item->quantity += more;
    return item;
  }
  item = calloc(1, sizeof *item);
  if (!item)
    return NULL;
  item->name = copy_text(name);
  if (!item->name) {
    free(item);
    return NULL;
  }
  if (quantity && parse_quantity(quantity, &more) < 0) {
    free(item); /* BUG leak: its name is lost */
    return NULL;
  }
  item->quantity = more;
  item->next = store->items;
  store->items = item;
  return item;
}

static void free_item(struct item *item) {
  free(item->name);
  free(item);
}

int remove_item(struct store *store, const char *name) {
  struct item **link = &store->items;
  while (*link && strcmp((*link)->name, name) != 0)
    link = &(*link)->next;
  struct item *item = *link;
  if (!item)
    return -1;
  struct removal *removal = malloc(sizeof *removal);
  if (!removal)
    return -1;
  removal->name = copy_text(item->name);
  if (!removal->name) {
    free(removal);
    return -1;
  }
  removal->quantity = item->quantity;
  removal->next = store->removals;
  store->removals = removal;
  *link = item->next;
  free_item(item);
  return 0;
}

int undo_removal(struct store *store) {
  struct removal *removal = store->removals;
  if (!removal || removal->quantity < 0)
    return -1;
  struct item *item = add_item(store, removal->name, NULL);
  if (!item)
    return -1;
  item->quantity = removal->quantity;
  free(removal->name);
  store->removals = removal->next;
  free(removal);
  return 0;
}

/* The latest removal can no longer be undone. */
void forget_removal(struct store *store) {
  if (!store->removals)
    return;
  free(store->removals->name);
  store->removals->quantity = -1;
}

static void free_removals(struct removal *removal) {
  while (removal) {
    struct removal *next = removal->next;
    free(removal->name); /* BUG double-free: of a removal that was forgotten */
    free(removal);
    removal = next;
  }
}

void free_store(struct store *store) {
  free_removals(store->removals);
  while (store->items) {
    struct item *item = store->items;
    store->items = item->next;
    free_item(item);
  }
  while (store->shelves) {
    struct shelf *shelf = store->shelves;
    store->shelves = shelf->next;
    free(shelf->name);
    free(shelf);
  }
}
