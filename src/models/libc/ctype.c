/* ctype.h. As functions, they take EOF or an unsigned char. The tables of the macros of glibc have 384 entries, of which
   128 are before the pointer. */

static char characters[1];

/* Any other argument is an access outside of a table. */
static int classify(int c) { __caulk_read(characters + (c < -1 || c > 255), 1); return __caulk_nondet(); }

int isalpha(int c) { return classify(c); }
int isdigit(int c) { return classify(c); }
int isalnum(int c) { return classify(c); }
int isspace(int c) { return classify(c); }
int isupper(int c) { return classify(c); }
int islower(int c) { return classify(c); }
int isprint(int c) { return classify(c); }
int isgraph(int c) { return classify(c); }
int ispunct(int c) { return classify(c); }
int iscntrl(int c) { return classify(c); }
int isxdigit(int c) { return classify(c); }
int isblank(int c) { return classify(c); }
int isascii(int c);

/* The character itself, or another one. */
static int converted(int c) { int other = byte_or_end(); classify(c); return __caulk_nondet() ? c : other; }

int toupper(int c) { return converted(c); }
int tolower(int c) { return converted(c); }
int toascii(int c);

static unsigned short class_table[384];
static const unsigned short *class_start = class_table + 128;
static int case_table[384];
static const int *case_start = case_table + 128;

const unsigned short **__ctype_b_loc(void) { __caulk_write(class_table, sizeof class_table); return &class_start; }
const int **__ctype_tolower_loc(void) { __caulk_write(case_table, sizeof case_table); return &case_start; }
const int **__ctype_toupper_loc(void) { __caulk_write(case_table, sizeof case_table); return &case_start; }
size_t __ctype_get_mb_cur_max(void) { int n = __caulk_nondet(); return n < 1 ? 1 : n > 16 ? 16 : n; }
