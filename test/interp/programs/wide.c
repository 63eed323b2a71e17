#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

static void strings(void)
{
    wchar_t to[16];
    printf("%zu %zu\n", wcslen(L"hello"), wcsnlen(L"hello", 3));
    printf("%ls", wcscpy(to, L"abc"));
    printf(" %d\n", (int)(wcpcpy(to, L"wxyz") - to));
    wmemset(to, L'#', 8);
    wcsncpy(to, L"ab", 4);
    printf("%d %d %d\n", to[2], to[3], to[4] == L'#');
    printf("%d\n", (int)(wcpncpy(to, L"ab", 4) - to));
    wcscat(to, L"cd");
    printf("%ls\n", wcsncat(to, L"efgh", 2));
    printf("%d %d %d\n", wcscmp(L"a", L"b") < 0, wcsncmp(L"abX", L"abY", 2), wcscasecmp(L"aB", L"Ab"));
    printf("%d %d\n", wcsncasecmp(L"ABx", L"aby", 2), wcscoll(L"b", L"a") > 0);
    printf("%ls %ls %d\n", wcschr(L"a.b.c", L'.'), wcsrchr(L"a.b.c", L'.'), wcschr(L"abc", L'x') == 0);
    printf("%ls|%ls|%d\n", wcsstr(L"a needle", L"need"), wcschrnul(L"abc", L'x'), wcsstr(L"a", L"b") == 0);
    printf("%ls %zu %zu\n", wcspbrk(L"key=value", L"=:"), wcsspn(L"aabc", L"a"), wcscspn(L"aabc", L"c"));
    printf("%zu %d %d\n", wcsxfrm(to, L"xyz", 16), wcwidth(L'x'), wcswidth(L"ab\n", 3));
    wchar_t *copy = wcsdup(L"copy");
    printf("%ls\n", copy);
    free(copy);
}

static void tokens(void)
{
    wchar_t text[] = L",one,,two", *rest;
    for (wchar_t *t = wcstok(text, L",", &rest); t; t = wcstok(0, L",", &rest))
        printf("<%ls>", t);
    printf(" %d\n", rest == 0);
}

static void arrays(void)
{
    wchar_t from[4] = {1, 2, 3, -1}, to[4] = {0};
    wmemcpy(to, from, 4);
    wmemmove(to + 1, to, 3);
    printf("%d %d %d %d\n", to[0], to[1], to[2], to[3]);
    printf("%d %d %d\n", wmemcmp(from, to, 4) > 0, (int)(wmemchr(from, 3, 4) - from), wmemchr(from, 9, 4) == 0);
    printf("%d\n", (int)(wmempcpy(to, from, 2) - to));
}

static void numbers(void)
{
    wchar_t *end, *text = L" -12x";
    printf("%ld", wcstol(text, &end, 10));
    printf(" %ls %lu %lld %llu\n", end, wcstoul(L"0x1f", 0, 0), wcstoll(L"77", 0, 8), wcstoull(L"zz", 0, 36));
    printf("%g %g\n", wcstod(L"1.5e3", 0), wcstof(L".25", 0));
    errno = 0;
    printf("%d", wcstol(L"99999999999999999999", 0, 10) == 9223372036854775807);
    printf(" %d\n", errno == ERANGE);
}

static void classes(void)
{
    for (const wchar_t *p = L"aZ5 \t!\n\x7f\x20ac"; *p; p++)
        printf("%d%d%d%d%d%d%d%d%d%d%d%d ", !!iswalpha(*p), !!iswdigit(*p), !!iswalnum(*p), !!iswspace(*p), !!iswupper(*p),
               !!iswlower(*p), !!iswprint(*p), !!iswgraph(*p), !!iswpunct(*p), !!iswcntrl(*p), !!iswxdigit(*p), !!iswblank(*p));
    printf("\n%c %c %x %d %d\n", towupper(L'a'), towlower(L'A'), towupper(0xe9), !!iswctype(L'a', wctype("alpha")), wctype("none") == 0);
}

static void bytes(void)
{
    wchar_t wide[8] = {7, 7, 7, 7, 7, 7, 7, 7};
    char text[8] = "#######";
    const char *from = "ab\xe9", *all = "xyz";
    const wchar_t *units = L"cd\x20ac";
    mbstate_t state = {0};
    printf("%d %d %d %d\n", mblen("a", 1), mblen("", 1), mblen("\xe9", 1), mblen(0, 0));
    printf("%d", mbtowc(wide, "a", 1));
    printf(" %d %d\n", wide[0], mbtowc(wide, "\xff", 1));
    printf("%d", wctomb(text, L'b'));
    printf(" %d %d\n", text[0], wctomb(text, 0x20ac));
    printf("%zd", mbstowcs(wide, "hello", 3));
    printf(" %d %zd\n", wide[3], mbstowcs(0, "hello", 0));
    printf("%zd", wcstombs(text, L"hi", 8));
    printf(" %d %zd\n", text[2], wcstombs(0, L"hello", 0));
    printf("%zd %d\n", mbrtowc(wide, "q", 1, &state), (int)mbrlen("", 1, &state));
    printf("%zd %zd %d\n", mbrtowc(wide, "q", 0, &state), wcrtomb(text, L'z', &state), mbsinit(&state));
    errno = 0;
    printf("%zd", mbsrtowcs(wide, &from, 8, &state));
    printf(" %d %d\n", *from & 255, errno == EILSEQ);
    printf("%zd", mbsnrtowcs(wide, &all, 2, 8, &state));
    printf(" %s", all);
    printf(" %zd", mbsrtowcs(wide, &all, 8, &state));
    printf(" %d", all == 0);
    printf(" %zd", wcsrtombs(text, &units, 8, &state));
    printf(" %x\n", (unsigned)*units);
    printf("%x %x %d %d\n", btowc('a'), btowc(200), wctob(L'a'), wctob(0x20ac));
}

static void streams(void)
{
    wchar_t line[16], small[4];
    FILE *f = tmpfile();
    printf("%d", fwide(f, 0));
    printf(" %d\n", fwide(f, 1) > 0);
    printf("%d", fputws(L"one\ntwo", f) >= 0);
    printf(" %x\n", fputwc(L'!', f));
    rewind(f);
    printf("%x", fgetwc(f));
    printf(" %x\n", ungetwc(L'O', f));
    printf("%d", fgetws(line, 16, f) == line);
    printf(" %ls", line);
    printf("%x", getwc(f));
    printf(" %ls", fgetws(line, 16, f));
    printf(" %x\n", fgetwc(f));
    rewind(f);
    printf("%d\n", fwprintf(f, L"%d %ls %s %5lc|", 42, L"wide", "narrow", L'x'));
    rewind(f);
    printf("%ls\n", fgetws(line, 16, f));
    fclose(f);
    printf("%d", swprintf(line, 16, L"%ls-%03d", L"w\x20ac", 7));
    printf(" %x %d\n", (unsigned)line[1], swprintf(small, 4, L"hello"));
}

int main(void)
{
    wchar_t text[16];
    struct tm day = {.tm_year = 124, .tm_mon = 1, .tm_mday = 29};
    strings();
    tokens();
    arrays();
    numbers();
    classes();
    bytes();
    streams();
    printf("%zu", wcsftime(text, 16, L"%Y-%m-%d", &day));
    printf(" %ls\n", text);
    return 0;
}
