/* The commands. */
#include "inventory.h"

#include <stdlib.h>
#include <string.h>

static int command_add(struct store *store, struct config *config, int count, char **words) {
  if (count < 2)
    return -1;
  struct item *item = add_item(store, words[1], count > 2 ? words[2] : NULL);
  if (!item)
    return -1;
  if (item->quantity > config->limit)
    printf("%s is above the limit\n", item->name);
  return 0;
}

static int command_remove(struct store *store, struct config *config, int count, char **words) {
  (void)config;
  return count < 2 ? -1 : remove_item(store, words[1]);
}

static int command_show(struct store *store, struct config *config, int count, char **words) {
  struct item *item = count < 2 ? store->last : find_item(store, words[1]);
  if (!item)
    return -1;
  store->last = item;
  printf("%s: %d\n", item->name, item->quantity); /* BUG use-after-free: the last one may have been removed */
  if (item->shelf && config->verbose)
    printf("  on %s\n", item->shelf->name);
  return 0;
}

static int command_shelf(struct store *store, struct config *config, int count, char **words) {
  (void)config;
  if (count < 2 || find_shelf(store, words[1]))
    return -1;
  struct shelf *shelf = calloc(1, sizeof *shelf);
  if (!shelf)
    return -1;
  shelf->name = copy_text(words[1]);
  if (!shelf->name) {
    free(shelf);
    return -1;
  }
  shelf->room = 10;
  shelf->next = store->shelves;
  store->shelves = shelf;
  return 0;
}

static int command_move(struct store *store, struct config *config, int count, char **words) {
  (void)config;
  if (count < 3)
    return -1;
  struct item *item = find_item(store, words[1]);
  if (!item)
    return -1;
  struct shelf *shelf = find_shelf(store, words[2]);
  if (shelf->room == 0) { /* BUG null-dereference: there may be no such shelf */
    puts("the shelf is full");
    return -1;
  }
  shelf->room--;
  item->shelf = shelf;
  return 0;
}

static int command_tag(struct store *store, struct config *config, int count, char **words) {
  static const char *const known[] = {"fragile", "heavy", "spare"};
  (void)config;
  if (count < 3)
    return -1;
  struct item *item = find_item(store, words[1]);
  if (!item)
    return -1;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(known[i], words[2]) == 0) {
      item->tags[item->tag_count++] = known[i]; /* BUG out-of-bounds: the fifth tag is written behind the array */
      return 0;
    }
  }
  return -1;
}

static int command_undo(struct store *store, struct config *config, int count, char **words) {
  (void)config, (void)count, (void)words;
  return undo_removal(store);
}

static int command_forget(struct store *store, struct config *config, int count, char **words) {
  (void)config, (void)count, (void)words;
  forget_removal(store);
  return 0;
}

static int command_report(struct store *store, struct config *config, int count, char **words) {
  (void)config;
  return print_report(store, count < 2 ? "name" : words[1]);
}

static int command_save(struct store *store, struct config *config, int count, char **words) {
  (void)config;
  return count < 2 ? -1 : save_store(store, words[1]);
}

static int command_set(struct store *store, struct config *config, int count, char **words) {
  (void)store;
  return count < 3 ? -1 : set_option(config, words[1], words[2]);
}

static const struct command {
  const char *name;
  int (*run)(struct store *, struct config *, int, char **);
} commands[] = {
    {"add", command_add},       {"remove", command_remove}, {"show", command_show},     {"shelf", command_shelf},
    {"move", command_move},     {"tag", command_tag},       {"undo", command_undo},     {"forget", command_forget},
    {"report", command_report}, {"save", command_save},     {"set", command_set},
};

int run_command(struct store *store, struct config *config, char *line) {
  char *words[MAX_WORDS];
  int count = split_words(line, words);
  if (count == 0)
    return 0;
  if (strcmp(words[0], "quit") == 0)
    return 1;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(words[0], commands[i].name) != 0)
      continue;
    if (commands[i].run(store, config, count, words) < 0)
      fprintf(stderr, "%s: failed\n", words[0]);
    return 0;
  }
  fprintf(stderr, "unknown command: %s\n", words[0]);
  return 0;
}
