// A handle is made and looked up; the copy goes to what the same lookup gives.
#include <string.h>

struct buffer {
  int size;
  char data[64];
};

extern struct buffer *buffers[16];
extern int make_buffer(void);

static struct buffer *buffer_at(int handle) {
  if (handle < 0 || handle >= 16) return 0;
  return buffers[handle];
}

static char *data_at(int handle) {
  struct buffer *b = buffer_at(handle);
  return b ? b->data : 0;
}

int copy_buffer(const char *text) {
  int handle = make_buffer();
  if (handle == -1) return -1;
  struct buffer *b = buffer_at(handle);
  strcpy(data_at(handle), text); // NOWARN
  b->size = strlen(text);
  return handle;
}
