/* ini [--file FILE | -f FILE] [--set SECTION.KEY=VALUE]... [--dump] [SECTION.KEY]...: looks up values of an INI file. */
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char *key;
  char *value;
  struct entry *next;
};

struct section {
  char name[24];
  struct entry *entries;
  struct section *parent;
  struct section *next;
};

struct ini {
  struct section *sections;
  struct section *current;
  char *included;
};

static char *duplicate(const char *text) {
  char *copy = strdup(text);
  if (!copy) {
    perror("ini");
    exit(1);
  }
  return copy;
}

static struct section *find_section(const struct ini *ini, const char *name) {
  for (struct section *s = ini->sections; s; s = s->next)
    if (strcmp(s->name, name) == 0)
      return s;
  return NULL;
}

static struct entry *find_entry(const struct section *section, const char *key) {
  for (struct entry *e = section->entries; e; e = e->next) /* BUG null-dereference: an entry before any section */
    if (strcasecmp(e->key, key) == 0)
      return e;
  return NULL;
}

/* `[name]` or `[name : parent]` */
static int open_section(struct ini *ini, char *text) {
  char *end = strchr(text, ']');
  if (!end)
    return -1;
  *end = '\0';
  char *colon = strchr(text, ':');
  struct section *section = calloc(1, sizeof *section);
  if (!section)
    return -1;
  if (colon) {
    *colon = '\0';
    section->parent = find_section(ini, colon + 1);
    if (!section->parent)
      return -1; /* BUG leak: the section */
  }
  strcpy(section->name, text); /* BUG out-of-bounds: names of sections may be longer */
  section->next = ini->sections;
  ini->sections = section;
  ini->current = section;
  return 0;
}

static void remove_section(struct ini *ini, const char *name) {
  for (struct section **link = &ini->sections; *link; link = &(*link)->next) {
    struct section *section = *link;
    if (strcmp(section->name, name) != 0)
      continue;
    *link = section->next;
    while (section->entries) {
      struct entry *e = section->entries;
      section->entries = e->next;
      free(e->key);
      free(e->value);
      free(e);
    }
    free(section);
    return;
  }
}

static int add_entry(struct section *section, const char *key, const char *value) {
  struct entry *entry = find_entry(section, key);
  if (entry) {
    free(entry->value);
    entry->value = duplicate(value);
    return 0;
  }
  entry = malloc(sizeof *entry);
  if (!entry)
    return -1;
  entry->key = duplicate(key);
  entry->value = duplicate(value);
  entry->next = section->entries;
  section->entries = entry;
  return 0;
}

static char *strip(char *text) {
  while (isspace((unsigned char)*text))
    text++;
  char *end = text + strlen(text);
  while (end > text && isspace((unsigned char)end[-1]))
    *--end = '\0';
  return text;
}

static int parse_line(struct ini *ini, char *line) {
  char *text = strip(line);
  switch (*text) {
  case '\0':
  case ';':
  case '#':
    return 0;
  case '[':
    return open_section(ini, text + 1);
  case '!':
    if (strncmp(text, "!remove ", 8) == 0) {
      remove_section(ini, text + 8); /* the current one stays the current one */
      return 0;
    }
    if (strncmp(text, "!include ", 9) == 0) {
      ini->included = text + 9;
      return 0;
    }
    return -1;
  }
  char *equals = strchr(text, '=');
  if (!equals)
    return -1;
  *equals = '\0';
  return add_entry(ini->current, strip(text), strip(equals + 1));
}

static int parse_file(struct ini *ini, const char *path) {
  FILE *file = fopen(path, "r");
  char *line = NULL;
  size_t size = 0;
  int number = 0;
  if (!file) {
    fprintf(stderr, "ini: no file %s\n", path);
    return -1;
  }
  while (getline(&line, &size, file) >= 0) {
    number++;
    if (parse_line(ini, line) < 0)
      fprintf(stderr, "%s:%d: syntax error\n", path, number);
  }
  free(line);
  fclose(file);
  if (ini->included)
    printf("; includes %s\n", ini->included); /* BUG use-after-free: it points into the line */
  return 0;
}

static void print_value(const struct ini *ini, const char *name) {
  char *copy = duplicate(name);
  char *dot = strchr(copy, '.');
  const struct section *section;
  if (dot) {
    *dot = '\0';
    section = find_section(ini, copy);
  }
  for (; section; section = section->parent) {
    const struct entry *entry = find_entry(section, dot ? dot + 1 : name); /* BUG uninitialized-pointer: without a dot */
    if (entry) {
      puts(entry->value);
      break;
    }
  }
  free(copy);
}

static void dump(const struct ini *ini) {
  for (const struct section *s = ini->sections; s; s = s->next) {
    printf("[%s]\n", s->name);
    for (const struct entry *e = s->entries; e; e = e->next)
      printf("%s=%s\n", e->key, e->value);
  }
}

int main(int argc, char **argv) {
  static const struct option options[] = {
      {"file", required_argument, NULL, 'f'},
      {"set", required_argument, NULL, 's'},
      {"dump", no_argument, NULL, 'd'},
      {NULL, 0, NULL, 0},
  };
  struct ini ini = {NULL, NULL, NULL};
  int dumping = 0;
  int c;
  while ((c = getopt_long(argc, argv, "f:s:d", options, NULL)) != -1) {
    if (c == 'f') {
      if (parse_file(&ini, optarg) < 0)
        return 1;
    } else if (c == 's') {
      char *copy = duplicate(optarg);
      char *dot = strchr(copy, '.');
      char *equals = strchr(copy, '=');
      if (dot && equals && dot < equals) {
        *dot = *equals = '\0';
        struct section *section = find_section(&ini, copy);
        if (section)
          add_entry(section, dot + 1, equals + 1);
        copy = dot;
      }
      free(copy); /* BUG invalid-free: the middle of the copy */
    } else if (c == 'd') {
      dumping = 1;
    } else {
      return 2;
    }
  }
  if (dumping)
    dump(&ini);
  for (int i = optind; i < argc; i++)
    print_value(&ini, argv[i]);
  while (ini.sections)
    remove_section(&ini, ini.sections->name);
  return 0;
}
