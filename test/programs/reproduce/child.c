/* A process cannot be made, and a directory is lost. */
#include <dirent.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int spawn(const char *name) {
  int status;
  char *buffer = malloc(100);
  if (!buffer)
    return -1;
  int pid = fork();
  if (pid < 0)
    return -1; // WARN(leak)
  if (waitpid(pid, &status, 0) == -1)
    return -2; // WARN(leak)
  free(buffer);
  return status;
}

int count(const char *name) {
  DIR *d = opendir(name);
  if (!d)
    return -1;
  if (!readdir(d))
    return 0; // WARN(leak)
  closedir(d);
  return 1;
}
