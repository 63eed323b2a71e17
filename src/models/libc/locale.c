/* locale.h, langinfo.h, libintl.h, iconv.h. A translation is the text itself, or a text in library memory. */

char *setlocale(int category, const char *name) { read_optional(name); return somewhere_or_null(); }
void *localeconv(void) { return somewhere(); }
char *nl_langinfo(int item);
char *nl_langinfo_l(int item, void *locale) { return somewhere(); }
void *newlocale(int mask, const char *name, void *base) { __caulk_string(name); return somewhere_or_null(); }
void *duplocale(void *locale) { return somewhere_or_null(); }
void *uselocale(void *locale) { return somewhere(); }
void freelocale(void *locale) {}

static char *translation(const char *text) { __caulk_string(text); return __caulk_nondet() ? (char *)text : somewhere(); }

char *gettext(const char *text) { return translation(text); }
char *dgettext(const char *domain, const char *text) { read_optional(domain); return translation(text); }
char *dcgettext(const char *domain, const char *text, int category) { read_optional(domain); return translation(text); }
char *ngettext(const char *one, const char *many, unsigned long n) { return __caulk_nondet() ? translation(one) : translation(many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) { return ngettext(one, many, n); }
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) { return ngettext(one, many, n); }
char *textdomain(const char *domain) { read_optional(domain); return somewhere_or_null(); }
char *bindtextdomain(const char *domain, const char *folder) { __caulk_string(domain); read_optional(folder); return somewhere_or_null(); }
char *bind_textdomain_codeset(const char *domain, const char *codeset) { __caulk_string(domain); read_optional(codeset); return somewhere_or_null(); }

void *iconv_open(const char *to, const char *from) {
  void *d;
  __caulk_string(to);
  __caulk_string(from);
  if (__caulk_nondet())
    return (void *)-1;
  d = __caulk_alloc(64);
  if (!d)
    return (void *)-1;
  __caulk_released_by(d, "iconv_close");
  return d;
}

int iconv_close(void *d) { __caulk_release(d, "iconv_close"); return __caulk_nondet(); }

size_t iconv(void *d, char **from, size_t *from_left, char **to, size_t *to_left) {
  __caulk_read(d, 1);
  if (from && *from) {
    size_t n = some_size();
    if (n > *from_left)
      n = *from_left;
    __caulk_read(*from, *from_left);
    *from += n;
    *from_left -= n;
  }
  if (to && *to) {
    size_t n = some_size();
    if (n > *to_left)
      n = *to_left;
    __caulk_write(*to, *to_left);
    *to += n;
    *to_left -= n;
  }
  return some_size();
}
