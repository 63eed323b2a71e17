/* An inventory of a workshop: items on shelves, kept by commands that are read line by line. */
#ifndef INVENTORY_H
#define INVENTORY_H

#include <stdio.h>

#define MAX_WORDS 6
#define MAX_TAGS 4

struct item {
  char *name;
  int quantity;
  struct shelf *shelf;
  const char *tags[MAX_TAGS];
  int tag_count;
  struct item *next;
};

struct shelf {
  char *name;
  int room;
  struct shelf *next;
};

struct store {
  struct item *items;
  struct shelf *shelves;
  struct item *last; /* the item that was shown last */
  struct removal *removals; /* for undo, the latest first */
};

struct removal {
  char *name;
  int quantity;
  struct removal *next;
};

struct config {
  char *prompt;
  char *log_path;
  int verbose;
  int limit;
};

/* words.c */
int split_words(char *line, char **words);
char *copy_text(const char *text);
int parse_quantity(const char *text, int *quantity);

/* store.c */
struct item *find_item(struct store *store, const char *name);
struct shelf *find_shelf(struct store *store, const char *name);
struct item *add_item(struct store *store, const char *name, const char *quantity);
int remove_item(struct store *store, const char *name);
int undo_removal(struct store *store);
void forget_removal(struct store *store);
void free_store(struct store *store);

/* config.c */
void init_config(struct config *config);
int read_config(struct config *config, const char *path);
int set_option(struct config *config, const char *key, const char *value);
void free_config(struct config *config);

/* report.c */
int print_report(const struct store *store, const char *order);
int save_store(const struct store *store, const char *path);
int load_store(struct store *store, const char *path);

/* commands.c */
int run_command(struct store *store, struct config *config, char *line);

#endif
