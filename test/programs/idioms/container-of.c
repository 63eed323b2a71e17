// An intrusive list: links are members of the elements, which container_of computes from the link.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct list_link {
    struct list_link *next;
};

struct job {
    int id;
    char *command;
    struct list_link link;
};

struct job_list {
    struct list_link *first;
    size_t length;
};

static void list_push(struct job_list *l, struct list_link *link)
{
    link->next = l->first;
    l->first = link;
    l->length++;
}

static struct list_link *list_pop(struct job_list *l)
{
    struct list_link *link = l->first;

    if (link != NULL) {
        l->first = link->next;
        l->length--;
    }
    return link;
}

static void job_free(struct job *j)
{
    free(j->command);
    free(j);
}

int job_add(struct job_list *l, int id, const char *command)
{
    struct job *j = malloc(sizeof *j);

    if (j == NULL)
        return -1;
    j->command = strdup(command);
    if (j->command == NULL) {
        free(j);
        return -1;
    }
    j->id = id;
    list_push(l, &j->link);
    return 0;
}

struct job *job_find(const struct job_list *l, int id)
{
    for (struct list_link *at = l->first; at != NULL; at = at->next) {
        struct job *j = container_of(at, struct job, link);
        if (j->id == id)
            return j;
    }
    return NULL;
}

int job_run_all(void)
{
    struct job_list l = { NULL, 0 };
    struct list_link *link;
    int status = 0;

    if (job_add(&l, 1, "build") < 0 || job_add(&l, 2, "test") < 0)
        status = -1;
    if (status == 0 && job_find(&l, 1) != NULL)
        printf("%zu jobs\n", l.length);
    while ((link = list_pop(&l)) != NULL)
        job_free(container_of(link, struct job, link));
    return status;
}
