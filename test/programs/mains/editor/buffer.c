/* Lines and their history. */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

char *keep(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy)
    abort();
  strcpy(copy, text);
  return copy;
}

struct line *line_at(struct buffer *buffer, int number) {
  struct line *line = buffer->first;
  while (line && --number > 0)
    line = line->next;
  return line;
}

static void record(struct buffer *buffer, int kind, int number, char *text) {
  struct change *change = malloc(sizeof *change);
  if (!change)
    abort();
  change->kind = kind;
  change->number = number;
  change->text = text;
  change->before = buffer->history;
  buffer->history = change;
}

static void link_line(struct buffer *buffer, int number, char *text) {
  struct line **link = &buffer->first;
  while (*link && --number > 0)
    link = &(*link)->next;
  struct line *line = malloc(sizeof *line);
  if (!line)
    abort();
  line->text = text;
  line->next = *link;
  *link = line;
  buffer->count++;
}

static char *unlink_line(struct buffer *buffer, int number) {
  struct line **link = &buffer->first;
  while (*link && --number > 0)
    link = &(*link)->next;
  struct line *line = *link;
  char *text = line->text;
  *link = line->next;
  free(line);
  buffer->count--;
  return text;
}

void insert_line(struct buffer *buffer, int number, const char *text) {
  link_line(buffer, number, keep(text));
  record(buffer, INSERTED, number, NULL);
}

int delete_line(struct buffer *buffer, int number) {
  if (number < 1 || number > buffer->count)
    return -1;
  record(buffer, DELETED, number, unlink_line(buffer, number));
  return 0;
}

int replace_in_line(struct buffer *buffer, int number, const char *old, const char *new) {
  struct line *line = line_at(buffer, number);
  if (!line)
    return -1;
  char *at = strstr(line->text, old);
  if (!at)
    return -1;
  size_t head = (size_t)(at - line->text);
  size_t size = strlen(line->text) + strlen(new) - strlen(old);
  char *text = malloc(size); /* one byte short */
  if (!text)
    return -1;
  memcpy(text, line->text, head);
  strcpy(text + head, new);
  strcat(text, at + strlen(old)); /* BUG out-of-bounds: there is no room for the final zero */
  record(buffer, REPLACED, number, line->text);
  line->text = text;
  return 0;
}

int undo(struct buffer *buffer) {
  struct change *change = buffer->history;
  if (!change)
    return -1;
  buffer->history = change->before;
  switch (change->kind) {
  case INSERTED:
    unlink_line(buffer, change->number); /* BUG leak: the text of the line */
    break;
  case DELETED:
    link_line(buffer, change->number, change->text);
    break;
  case REPLACED: {
    struct line *line = line_at(buffer, change->number);
    free(line->text);
    line->text = change->text;
    break;
  }
  }
  free(change);
  return 0;
}

void free_buffer(struct buffer *buffer) {
  while (buffer->first) {
    struct line *line = buffer->first;
    buffer->first = line->next;
    free(line->text);
    free(line);
  }
  while (buffer->history) {
    struct change *change = buffer->history;
    buffer->history = change->before;
    free(change->text);
    free(change);
  }
  free(buffer->yanked); /* BUG double-free: the line had the same text */
}
