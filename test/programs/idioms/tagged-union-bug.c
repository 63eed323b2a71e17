// With a bug: a tag says which member of a union owns memory, and the cleanup depends on it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { JSON_NULL, JSON_NUMBER, JSON_STRING, JSON_ARRAY };

struct json {
    enum kind kind;
    union {
        double number;
        char *string;
        struct {
            struct json **items;
            size_t count;
        } array;
    } u;
};

void json_free(struct json *j)
{
    if (j == NULL)
        return;
    switch (j->kind) {
    case JSON_STRING:
        free(j->u.string);
        break;
    case JSON_ARRAY:
        for (size_t i = 0; i < j->u.array.count; i++)
            json_free(j->u.array.items[i]);
        break;
    case JSON_NULL:
    case JSON_NUMBER:
        break;
    }
    free(j); // WARN(leak)
}

static struct json *json_new(enum kind kind)
{
    struct json *j = calloc(1, sizeof *j);
    if (j != NULL)
        j->kind = kind;
    return j;
}

struct json *json_number(double n)
{
    struct json *j = json_new(JSON_NUMBER);
    if (j != NULL)
        j->u.number = n;
    return j;
}

struct json *json_string(const char *s)
{
    struct json *j = json_new(JSON_STRING);
    if (j == NULL)
        return NULL;
    j->u.string = strdup(s);
    if (j->u.string == NULL) {
        free(j);
        return NULL;
    }
    return j;
}

/* Takes ownership of the item, even on failure. */
int json_push(struct json *array, struct json *item)
{
    struct json **items;

    if (item == NULL || array->kind != JSON_ARRAY) {
        json_free(item);
        return -1;
    }
    items = realloc(array->u.array.items, (array->u.array.count + 1) * sizeof *items);
    if (items == NULL) {
        json_free(item);
        return -1;
    }
    items[array->u.array.count++] = item;
    array->u.array.items = items;
    return 0;
}

struct json *json_pair(const char *name, double n)
{
    struct json *pair = json_new(JSON_ARRAY);

    if (pair == NULL)
        return NULL;
    if (json_push(pair, json_string(name)) < 0 || json_push(pair, json_number(n)) < 0) {
        json_free(pair);
        return NULL;
    }
    return pair;
}
