/* driver.c: a target without libFuzzer: a bounded run that is the same each
 * time.
 *
 *   fuzz_NAME [--runs N] [--seed N] [--most BYTES] [--keep FILE] PATH...
 *
 * Each PATH is an input, or a folder of them (not of folders in it). All are
 * tried as they are, then N changes of them. The input of the present run is in
 * FILE, so that it is there after a crash; a run that takes more than ten
 * CPU seconds ends the program.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>

#include "fuzz.h"

enum { LONGEST = 10 }; /* CPU seconds of a run */

typedef struct Input {
  uint8_t *data;
  size_t size;
} Input;

typedef struct Driver {
  Input *input;
  int n_inputs;
  long n_runs;
  unsigned seed;
  size_t most;
  const char *keep; /* NULL: nowhere */
} Driver;

/* --- changes of bytes --- */

static const char interesting[] = {0, 1, 9, 10, 32, 34, 47, 60, 62, 127, -1};

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
  if (size == 0) {
    if (max_size == 0) return 0;
    data[0] = (uint8_t)rand();
    return 1;
  }
  size_t at = (size_t)rand() % size;
  switch (rand() % 6) {
  case 0: data[at] = (uint8_t)(data[at] ^ (1 << rand() % 8)); return size;
  case 1: data[at] = (uint8_t)rand(); return size;
  case 2:
    data[at] = (uint8_t)interesting[(size_t)rand() % sizeof interesting];
    return size;
  case 3: { /* bytes are removed */
    size_t n = 1 + (size_t)rand() % 8;
    if (n > size - at) n = size - at;
    memmove(data + at, data + at + n, size - at - n);
    return size - n;
  }
  case 4: { /* bytes are repeated */
    size_t n = 1 + (size_t)rand() % 8;
    if (n > size - at) n = size - at;
    if (size + n > max_size) return size;
    memmove(data + at + n, data + at, size - at);
    return size + n;
  }
  default: return 1 + (size_t)rand() % size; /* the rest is cut off */
  }
}

/* --- inputs --- */

static void add_file(Driver *d, const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "fuzz: %s cannot be read\n", path);
    exit(2);
  }
  uint8_t *data = malloc(d->most);
  if (!data) exit(2);
  size_t size = fread(data, 1, d->most, file);
  bool is_whole = fgetc(file) == EOF;
  fclose(file);
  Input *grown = realloc(d->input, (size_t)(d->n_inputs + 1) * sizeof *grown);
  if (!grown) exit(2);
  d->input = grown;
  if (is_whole) {
    d->input[d->n_inputs++] = (Input){data, size};
  } else {
    free(data);
  }
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* In the order of their names: the same on each machine. */
static void add_folder(Driver *d, const char *path)
{
  char *name[4096];
  int n = 0;
  DIR *folder = opendir(path);
  if (!folder) exit(2);
  for (struct dirent *e; (e = readdir(folder)) && n < 4096;) {
    char full[4096];
    struct stat status;
    snprintf(full, sizeof full, "%s/%s", path, e->d_name);
    if (stat(full, &status) == 0 && S_ISREG(status.st_mode)) {
      name[n++] = strdup(full);
    }
  }
  closedir(folder);
  qsort(name, (size_t)n, sizeof *name, compare_names);
  for (int k = 0; k < n; k++) {
    add_file(d, name[k]);
    free(name[k]);
  }
}

static void add_path(Driver *d, const char *path)
{
  struct stat status;
  if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
    add_folder(d, path);
  } else {
    add_file(d, path);
  }
}

/* --- runs --- */

static void limit_time(int seconds)
{
  struct itimerval timer = {.it_value.tv_sec = seconds};
  setitimer(ITIMER_PROF, &timer, NULL);
}

static void try_input(const Driver *d, const uint8_t *data, size_t size)
{
  if (d->keep) {
    FILE *file = fopen(d->keep, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
      exit(2);
    }
  }
  limit_time(LONGEST);
  uint8_t *exact = malloc(size ? size : 1); /* what is after it is poisoned */
  if (!exact) exit(2);
  memcpy(exact, data, size);
  LLVMFuzzerTestOneInput(exact, size);
  free(exact);
  limit_time(0);
}

/* 1 to 8 changes, the first one often by another input. */
static void try_changed(const Driver *d, uint8_t *data, uint8_t *other,
                        unsigned seed)
{
  srand(seed);
  const Input *in = &d->input[rand() % d->n_inputs];
  const Input *second = &d->input[rand() % d->n_inputs];
  int n_changes = 1 + rand() % 8;
  size_t size = in->size;
  memcpy(data, in->data, size);
  if (rand() % 3 == 0) {
    memcpy(other, data, size);
    size = LLVMFuzzerCustomCrossOver(other, size, second->data, second->size,
                                     data, d->most, seed);
  }
  for (int k = 0; k < n_changes; k++) {
    size = LLVMFuzzerCustomMutator(data, size, d->most,
                                   seed * 8191u + (unsigned)k);
  }
  try_input(d, data, size);
}

static long number_after(char **word, int k, int n)
{
  if (k + 1 >= n) {
    fprintf(stderr, "fuzz: a number is missing after %s\n", word[k]);
    exit(2);
  }
  return atol(word[k + 1]);
}

int main(int argc, char **argv)
{
  Driver d = {.seed = 1, .most = 16384};
  for (int k = 1; k < argc; k++) {
    if (strcmp(argv[k], "--runs") == 0) {
      d.n_runs = number_after(argv, k++, argc);
    } else if (strcmp(argv[k], "--seed") == 0) {
      d.seed = (unsigned)number_after(argv, k++, argc);
    } else if (strcmp(argv[k], "--most") == 0) {
      d.most = (size_t)number_after(argv, k++, argc);
    } else if (strcmp(argv[k], "--keep") == 0 && k + 1 < argc) {
      d.keep = argv[++k];
    } else {
      add_path(&d, argv[k]);
    }
  }
  if (d.n_inputs == 0) {
    fprintf(stderr, "fuzz: there are no inputs\n");
    return 2;
  }
  for (int k = 0; k < d.n_inputs; k++) {
    try_input(&d, d.input[k].data, d.input[k].size);
  }
  uint8_t *data = malloc(2 * d.most), *other = data + d.most;
  if (!data) return 2;
  for (long k = 0; k < d.n_runs; k++) {
    try_changed(&d, data, other, d.seed * 1000003u + (unsigned)k);
  }
  printf("%d inputs, %ld changed ones\n", d.n_inputs, d.n_runs);
  free(data);
  for (int k = 0; k < d.n_inputs; k++) free(d.input[k].data);
  free(d.input);
  return 0;
}
