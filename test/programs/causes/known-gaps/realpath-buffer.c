// realpath allocates only where its buffer is null; an array of the caller is not null. Without the loop nothing is reported.
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *controller_of(const char *domain, char *buf) {
  struct dirent *ent;
  DIR *dir = opendir("/sys/bus/pci/drivers/vmd");
  if (!dir) return NULL;
  for (ent = readdir(dir); ent; ent = readdir(dir)) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "/sys/bus/pci/drivers/vmd/%s/domain/device", ent->d_name);
    if (!realpath(path, buf)) // NOWARN
      continue;
    if (strncmp(buf, domain, strlen(buf)) == 0) { // NOWARN
      closedir(dir);
      return realpath(path, buf);
    }
  }
  closedir(dir);
  return NULL;
}

void print_controller(const char *domain, int is_vmd) {
  char buf[PATH_MAX];
  printf("%s\n", is_vmd ? controller_of(domain, buf) : domain); // FALSE-ALARM(leak): the way with a null buffer is merged with others
}

static char *name_of(const char *device, char *buf) {
  return realpath(device, buf);
}

void print_in(const char *device) {
  char buf[PATH_MAX];
  printf("%s\n", name_of(device, buf)); // NOWARN
}

void print_new(const char *device) {
  printf("%s\n", name_of(device, NULL)); // WARN(leak)
}
