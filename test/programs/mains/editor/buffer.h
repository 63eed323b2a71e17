/* The lines of a text, with a history of changes. */
#ifndef BUFFER_H
#define BUFFER_H

struct line {
  char *text;
  struct line *next;
};

struct change {
  enum { INSERTED, DELETED, REPLACED } kind;
  int number;
  char *text; /* of a line that was deleted or replaced */
  struct change *before;
};

struct buffer {
  struct line *first;
  int count;
  struct change *history;
  char *yanked;
  const char *marks[4];
};

char *keep(const char *text);
struct line *line_at(struct buffer *buffer, int number);
void insert_line(struct buffer *buffer, int number, const char *text);
int delete_line(struct buffer *buffer, int number);
int replace_in_line(struct buffer *buffer, int number, const char *old, const char *new);
int undo(struct buffer *buffer);
void free_buffer(struct buffer *buffer);

#endif
