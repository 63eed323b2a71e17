/* A line editor: a TEXT appends, i N TEXT inserts, d N deletes, y N yanks, x N pastes, m N C marks, g C shows a mark,
   s N/OLD/NEW/ replaces, u undoes, p prints, w FILE writes, r FILE reads, q ends. */
#include "buffer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_number(const char **text) {
  while (**text == ' ')
    ++*text;
  int number = 0;
  while (isdigit((unsigned char)**text))
    number = number * 10 + *(*text)++ - '0';
  if (**text == ' ')
    ++*text;
  return number;
}

static int substitute(struct buffer *buffer, const char *text) {
  int number = read_number(&text);
  if (*text++ != '/')
    return -1;
  char *old = keep(text);
  char *middle = strchr(old, '/');
  if (!middle) {
    free(old);
    return -1;
  }
  *middle = '\0';
  char *end = strchr(middle + 1, '/');
  *end = '\0'; /* BUG null-dereference: the last slash is missing */
  int status = replace_in_line(buffer, number, old, middle + 1);
  free(old);
  return status;
}

static int read_file(struct buffer *buffer, const char *path) {
  FILE *file = fopen(path, "r");
  char text[200];
  if (!file)
    return -1;
  while (fgets(text, sizeof text, file)) {
    text[strcspn(text, "\n")] = '\0';
    insert_line(buffer, buffer->count + 1, text);
  }
  fclose(file);
  return 0;
}

static int write_file(const struct buffer *buffer, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file)
    return -1;
  for (const struct line *line = buffer->first; line; line = line->next)
    fprintf(file, "%s\n", line->text);
  return fclose(file);
}

static int mark(struct buffer *buffer, const char *text) {
  struct line *line = line_at(buffer, read_number(&text));
  if (!line || *text < 'a' || *text > 'd')
    return -1;
  buffer->marks[*text - 'a'] = line->text;
  return 0;
}

static int go(const struct buffer *buffer, const char *text) {
  while (*text == ' ')
    text++;
  if (*text < 'a' || *text > 'd' || !buffer->marks[*text - 'a'])
    return -1;
  puts(buffer->marks[*text - 'a']); /* BUG use-after-free, RARE: the line was replaced and undone */
  return 0;
}

static int yank(struct buffer *buffer, const char *text) {
  struct line *line = line_at(buffer, read_number(&text));
  if (!line)
    return -1;
  free(buffer->yanked);
  buffer->yanked = line->text; /* not a copy */
  return 0;
}

static int paste(struct buffer *buffer, const char *text) {
  if (!buffer->yanked)
    return -1;
  insert_line(buffer, read_number(&text), buffer->yanked);
  return 0;
}

static int run(struct buffer *buffer, const char *text) {
  switch (*text++) {
  case 'a':
    insert_line(buffer, buffer->count + 1, *text == ' ' ? text + 1 : text);
    return 0;
  case 'i': {
    int number = read_number(&text);
    if (number < 1 || number > buffer->count + 1)
      return -1;
    insert_line(buffer, number, text);
    return 0;
  }
  case 'd':
    return delete_line(buffer, read_number(&text));
  case 'y':
    return yank(buffer, text);
  case 'x':
    return paste(buffer, text);
  case 'm':
    return mark(buffer, text);
  case 'g':
    return go(buffer, text);
  case 's':
    return substitute(buffer, text);
  case 'u':
    return undo(buffer);
  case 'p':
    for (const struct line *line = buffer->first; line; line = line->next)
      puts(line->text);
    return 0;
  case 'r':
    return *text == ' ' ? read_file(buffer, text + 1) : -1;
  case 'w':
    return *text == ' ' ? write_file(buffer, text + 1) : -1;
  default:
    return -1;
  }
}

int main(int argc, char **argv) {
  struct buffer buffer = {0};
  char text[256];
  if (argc > 1 && read_file(&buffer, argv[1]) < 0)
    fprintf(stderr, "%s: new file\n", argv[1]);
  while (fgets(text, sizeof text, stdin)) {
    text[strcspn(text, "\n")] = '\0';
    if (strcmp(text, "q") == 0)
      break;
    if (run(&buffer, text) < 0)
      puts("?");
  }
  free_buffer(&buffer);
  return 0;
}
