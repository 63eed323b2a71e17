/* The configuration: lines `key = value` of a file, and the command `set`. */
#include "inventory.h"

#include <stdlib.h>
#include <string.h>

static char default_prompt[] = "> ";

void init_config(struct config *config) {
  config->prompt = default_prompt;
  config->log_path = NULL;
  config->verbose = 0;
  config->limit = 100;
}

int set_option(struct config *config, const char *key, const char *value) {
  if (strcmp(key, "prompt") == 0) {
    char *copy = copy_text(value);
    if (!copy)
      return -1;
    free(config->prompt); /* BUG invalid-free: at first it is the default */
    config->prompt = copy;
    return 0;
  }
  if (strcmp(key, "log") == 0) {
    char *copy = copy_text(value);
    if (!copy)
      return -1;
    free(config->log_path);
    config->log_path = copy;
    return 0;
  }
  if (strcmp(key, "verbose") == 0) {
    config->verbose = strcmp(value, "yes") == 0;
    return 0;
  }
  if (strcmp(key, "limit") == 0)
    return parse_quantity(value, &config->limit);
  return -1;
}

static char *trim(char *text) {
  while (*text == ' ' || *text == '\t')
    text++;
  size_t length = strlen(text);
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\n'))
    text[--length] = '\0';
  return text;
}

int read_config(struct config *config, const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "cannot open %s\n", path);
    return -1;
  }
  char line[128];
  int number = 0;
  int status = 0;
  while (fgets(line, sizeof line, file)) {
    number++;
    char *text = trim(line);
    if (*text == '#' || *text == '\0')
      continue;
    char *equals = strchr(text, '=');
    if (!equals) {
      fprintf(stderr, "%s:%d: expected key = value\n", path, number);
      status = -1;
      break;
    }
    *equals = '\0';
    if (set_option(config, trim(text), trim(equals + 1)) < 0)
      fprintf(stderr, "%s:%d: unknown key\n", path, number);
  }
  if (status < 0)
    free(file); /* BUG mismatched-free: fclose belongs here */
  else
    fclose(file);
  return status;
}

void free_config(struct config *config) {
  if (config->prompt != default_prompt)
    free(config->prompt);
  free(config->log_path);
}
