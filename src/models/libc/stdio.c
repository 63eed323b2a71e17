/* stdio.h except for formats. A stream is heap memory that fopen allocates and fclose frees: a missing close is a leak,
   a use after close is an error. The three standard streams are not heap memory. */

typedef struct _IO_FILE FILE;

struct _IO_FILE {
  char state[sizeof(void *) == 8 ? 216 : 148];
};

static struct _IO_FILE standard_input;
static struct _IO_FILE standard_output;
static struct _IO_FILE standard_error;
FILE *stdin = &standard_input;
FILE *stdout = &standard_output;
FILE *stderr = &standard_error;

static FILE *new_stream(void) {
  FILE *f = __caulk_alloc(sizeof *f);
  if (f)
    __caulk_clear(f, sizeof *f);
  return f;
}

static FILE *open_stream(void) {
  FILE *f = __caulk_unforeseen() ? new_stream() : 0;
  __caulk_released_by(f, "fclose");
  return f;
}

static void close_stream(FILE *f) {
  if (!f)
    __caulk_read(f, 1);
  if (f != &standard_input && f != &standard_output && f != &standard_error)
    __caulk_release(f, "fclose");
}

/* The library uses the memory until the stream is closed, or the program ends. */
static void keep_buffer(void *buffer) { __caulk_escape(buffer); __caulk_unfollowed(); }

FILE *fopen(const char *path, const char *mode) { __caulk_string(path); __caulk_string(mode); return open_stream(); }
FILE *fdopen(int fd, const char *mode) { __caulk_string(mode); return open_stream(); }
FILE *popen(const char *command, const char *mode) { FILE *f; __caulk_string(command); __caulk_string(mode); f = __caulk_nondet() ? new_stream() : 0; __caulk_released_by(f, "pclose"); return f; }
FILE *tmpfile(void) { return open_stream(); }
FILE *fmemopen(void *p, size_t size, const char *mode) { __caulk_string(mode); if (p) keep_buffer(p); return open_stream(); }
FILE *setmntent(const char *path, const char *mode) { return fopen(path, mode); }
int endmntent(FILE *f) { if (f) close_stream(f); return 1; }
int fclose(FILE *f) {
  if (!f)
    __caulk_read(f, 1);
  if (f == &standard_input || f == &standard_output || f == &standard_error)
    return __caulk_nondet();
  __caulk_release(f, "fclose");
  return __caulk_nondet();
}
int pclose(FILE *f) { if (!f) __caulk_read(f, 1); __caulk_release(f, "pclose"); return __caulk_nondet(); }
int fcloseall(void);

/* The stream is closed even if reopening it fails; some versions lose its memory then. */
FILE *freopen(const char *path, const char *mode, FILE *f) {
  read_optional(path);
  __caulk_string(mode);
  __caulk_read(f, 1);
  if (__caulk_nondet())
    return f;
  close_stream(f);
  if (f != &standard_input && f != &standard_output && f != &standard_error)
    __caulk_unfollowed();
  return 0;
}

/* The output of the stream goes to a buffer that belongs to the caller once the stream is closed, and may move until
   then. */
FILE *open_memstream(char **out, size_t *size) {
  FILE *f = open_stream();
  if (f) {
    *out = new_string();
    *size = some_size();
    __caulk_unfollowed();
  }
  return f;
}

int fflush(const FILE *f) { if (f) __caulk_read(f, 1); return __caulk_nondet(); }
int fpurge(const FILE *f);
int fileno(const FILE *f) { __caulk_read(f, sizeof *f); return number_or_failure(); }
int feof(const FILE *f);
int ferror(const FILE *f);
void clearerr(const FILE *f);
void rewind(const FILE *f);
int fseek(const FILE *f, long offset, int whence);
int fseeko(const FILE *f, long offset, int whence);
long ftell(const FILE *f);
long ftello(const FILE *f);
int fgetpos(const FILE *f, void *position) { __caulk_write(position, 16); __caulk_read(f, 1); return __caulk_nondet(); }
int fsetpos(const FILE *f, const void *position) { __caulk_read(position, 16); __caulk_read(f, 1); return __caulk_nondet(); }
void flockfile(const FILE *f);
void funlockfile(const FILE *f);
int ftrylockfile(const FILE *f);
void setlinebuf(const FILE *f);
void setbuf(const FILE *f, char *buffer) { __caulk_read(f, 1); if (buffer) keep_buffer(buffer); }
void setbuffer(const FILE *f, char *buffer, size_t size) { setbuf(f, buffer); }
int setvbuf(const FILE *f, char *buffer, int mode, size_t size) { setbuf(f, buffer); return __caulk_nondet(); }
size_t __fpending(const FILE *f);
int __freading(const FILE *f);
int __fwriting(const FILE *f);
int __freadable(const FILE *f);
int __fwritable(const FILE *f);
void __fpurge(const FILE *f);
int __fsetlocking(const FILE *f, int type);
size_t __fbufsize(const FILE *f);
int __uflow(const FILE *f);
int __underflow(const FILE *f);
int __overflow(const FILE *f, int c);

int getc(const FILE *f) { __caulk_read(f, sizeof *f); return byte_or_end(); }
int fgetc(const FILE *f) { __caulk_read(f, sizeof *f); return byte_or_end(); }
int getw(const FILE *f);
int getchar(void) { return byte_or_end(); }
int ungetc(int c, const FILE *f) { __caulk_read(f, sizeof *f); return byte_or_end(); }
int putc(int c, const FILE *f) { __caulk_read(f, sizeof *f); return byte_or_end(); }
int fputc(int c, const FILE *f) { __caulk_read(f, sizeof *f); return byte_or_end(); }
int putw(int w, const FILE *f);
int putchar(int c) { return byte_or_end(); }
int puts(const char *s);
int fputs(const char *s, const FILE *f);
void perror(const char *s) { read_optional(s); }
int remove(const char *path);
int rename(const char *from, const char *to);
int renameat(int at, const char *from, int to_at, const char *to);
int renameat2(int at, const char *from, int to_at, const char *to, unsigned flags);
char *tmpnam(char *s) { if (!s) return somewhere_or_null(); __caulk_write(s, 20); return __caulk_nondet() ? s : 0; }
char *tempnam(const char *folder, const char *prefix) { read_optional(folder); read_optional(prefix); return __caulk_nondet() ? new_string() : 0; }
char *ctermid(char *s) { if (!s) return somewhere(); __caulk_write(s, 9); return s; }

char *fgets(char *s, int size, const FILE *f) {
  __caulk_read(f, 1);
  if (size > 0)
    __caulk_write(s, size);
  if (!__caulk_nondet())
    return 0;
  if (size > 0)
    __caulk_ends(s, size);
  return s;
}

char *__fgets_chk(char *s, size_t room, int size, const FILE *f) { return fgets(s, size, f); }
char *__fgets_unlocked_chk(char *s, size_t room, int size, const FILE *f) { return fgets(s, size, f); }
char *gets(char *s) { __caulk_write(s, 1); __caulk_write(s, some_size()); return __caulk_nondet() ? s : 0; }

size_t fread(void *to, size_t size, size_t count, const FILE *f) {
  __caulk_read(f, 1);
  if (size == 0)
    return 0;
  __caulk_write(to, bytes_in(count, size));
  return some_part(count);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, const FILE *f) { return fread(to, size, count, f); }
size_t __fread_unlocked_chk(void *to, size_t room, size_t size, size_t count, const FILE *f) { return fread(to, size, count, f); }

size_t fwrite(const void *from, size_t size, size_t count, const FILE *f) {
  __caulk_read(f, 1);
  if (size == 0)
    return 0;
  __caulk_read(from, bytes_in(count, size));
  return some_part(count);
}

/* A larger buffer for a line. A buffer of size 0 is lost in some versions. */
static size_t grow_line(char **line, size_t *size) {
  size_t room = some_size();
  char *p;
  if (room < 120 || room > (size_t)-1 / 2)
    room = 120;
  p = __caulk_alloc(room);
  if (!p)
    return 0;
  if (*line && *size == 0)
    __caulk_unfollowed();
  __caulk_free(*line);
  *line = p;
  *size = room;
  return room;
}

/* The line grows by realloc, and must be freed even at the end of the file. */
ssize_t getdelim(char **line, size_t *size, int delimiter, const FILE *f) {
  size_t room, n = some_size();
  __caulk_read(f, 1);
  room = !*line || *size == 0 || __caulk_nondet() ? grow_line(line, size) : *size;
  if (room == 0)
    return -1;
  __caulk_write(*line, room);
  if (n == 0 || n >= room || n > (size_t)-1 / 2)
    return -1;
  (*line)[n] = 0;
  return n;
}

ssize_t getline(char **line, size_t *size, const FILE *f) { return getdelim(line, size, '\n', f); }
char *fgetln(const FILE *f, size_t *size) { __caulk_read(f, 1); *size = some_size(); return somewhere_or_null(); }
