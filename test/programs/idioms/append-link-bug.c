// With a bug: appending by walking a pointer to the link, and removing the same way: no special case for the head.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rule {
    struct rule *next;
    char *pattern;
    int allow;
};

static struct rule *rules;

static struct rule *rule_new(const char *pattern, int allow)
{
    struct rule *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->pattern = strdup(pattern);
    if (r->pattern == NULL) {
        free(r);
        return NULL;
    }
    r->allow = allow;
    return r;
}

static void rule_free(struct rule *r)
{
    free(r->pattern);
    free(r);
}

int rule_add(const char *pattern, int allow)
{
    struct rule **link;
    struct rule *r = rule_new(pattern, allow);

    if (r == NULL)
        return -1;
    for (link = &rules; *link != NULL; link = &(*link)->next)
        if (strcmp((*link)->pattern, pattern) == 0) {
            return 0; // WARN(leak)
        }
    *link = r;
    return 1;
}

int rule_remove(const char *pattern)
{
    int removed = 0;
    struct rule **link = &rules;

    while (*link != NULL) {
        struct rule *r = *link;
        if (strcmp(r->pattern, pattern) == 0) {
            *link = r->next;
            rule_free(r);
            removed++;
        } else {
            link = &r->next;
        }
    }
    return removed;
}

void rule_clear(void)
{
    while (rules != NULL) {
        struct rule *r = rules;
        rules = r->next;
        rule_free(r);
    }
}
