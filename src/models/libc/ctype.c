/* ctype.h. The tables of its macros have 384 entries, of which 128 are before the pointer. */

int isalpha(int c);
int isdigit(int c);
int isalnum(int c);
int isspace(int c);
int isupper(int c);
int islower(int c);
int isprint(int c);
int isgraph(int c);
int ispunct(int c);
int iscntrl(int c);
int isxdigit(int c);
int isblank(int c);
int isascii(int c);
int toupper(int c);
int tolower(int c);
int toascii(int c);

static unsigned short class_table[384];
static const unsigned short *class_start = class_table + 128;
static int case_table[384];
static const int *case_start = case_table + 128;

const unsigned short **__ctype_b_loc(void) { __caulk_write(class_table, sizeof class_table); return &class_start; }
const int **__ctype_tolower_loc(void) { __caulk_write(case_table, sizeof case_table); return &case_start; }
const int **__ctype_toupper_loc(void) { __caulk_write(case_table, sizeof case_table); return &case_start; }
size_t __ctype_get_mb_cur_max(void) { int n = __caulk_nondet(); return n < 1 ? 1 : n > 16 ? 16 : n; }
