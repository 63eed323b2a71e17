// Arming a timer does not access the enclosing job: the job has no output yet.

struct timer {
  long at;
  void (*action)(void *);
};

struct output {
  int lines;
};

struct job {
  struct output *output;
  struct timer timer;
};

void arm(struct timer *timer);

int start(struct job *job) {
  job->output = 0;
  arm(&job->timer);
  return job->output->lines; // WARN(null-dereference)
}
