#ifndef DICTIONARY_H
#define DICTIONARY_H

struct dictionary;

struct dictionary *dictionary_new(void);
void dictionary_free(struct dictionary *d);
void dictionary_put(struct dictionary *d, const char *key, const char *value);
const char *dictionary_get(const struct dictionary *d, const char *key);
char *dictionary_join(const struct dictionary *d, char separator);

#endif
