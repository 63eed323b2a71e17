// A loop that never ends loses a block in each round.
#include <stdlib.h>

extern int next(char *);

void serve(void)
{
    for (;;) {
        char *request = malloc(100);
        if (!request)
            continue;
        if (next(request))
            free(request);
        else
            request = NULL;
    }
}
