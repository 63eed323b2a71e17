// A task accesses the enclosing job (container_of) and sets its output.

struct task {
  void (*run)(struct task *);
};

struct output {
  int lines;
};

struct job {
  struct output *output;
  struct task task;
};

void run(struct task *task);

int finish(struct job *job) {
  job->output = 0;
  run(&job->task);
  return job->output->lines; // FALSE-ALARM(null-dereference): the task has set it
}
