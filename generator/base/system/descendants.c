/* descendants.c: see descendants.h. */
#define _GNU_SOURCE
#include "base/system/descendants.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  MOST_ROUNDS = 1000,     /* against processes that start others meanwhile */
  MOST_UNBURIED = 10,     /* with children that somebody else takes note of */
  MOST_PROCESSES = 100000 /* the same, within one round */
};

typedef struct Process {
  int id, parent;
  long pages;
  bool is_below, has_ended;
} Process;

typedef struct Processes {
  Process *item;
  int n, cap;
} Processes;

void descendants_adopt(void)
{
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* Line `stat` of a process: id (name) state parent ... pages is the 24th. */
static bool descendants_read(const char *id, Process *p)
{
  char path[64], line[1024];
  snprintf(path, sizeof path, "/proc/%.20s/stat", id);
  FILE *in = fopen(path, "r");
  if (!in) return false;
  char *read = fgets(line, sizeof line, in);
  fclose(in);
  char *at = read ? strrchr(line, ')') : NULL; /* names may have anything */
  if (!at) return false;
  char state;
  *p = (Process){.id = (int)strtol(id, NULL, 10)}; /* a number: /proc has it */
  int n = sscanf(at + 1,
                 " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d "
                 "%*d %*d %*d %*d %*u %*u %ld",
                 &state, &p->parent, &p->pages);
  return n == 3 && state != 'Z';
}

/* False: memory is short. */
static bool descendants_add(Processes *all, Process p)
{
  if (all->n == all->cap) {
    int cap = 2 * all->cap + 64;
    Process *larger = realloc(all->item, (size_t)cap * sizeof *larger);
    if (!larger) return false;
    all->item = larger;
    all->cap = cap;
  }
  all->item[all->n++] = p;
  return true;
}

static bool descendants_is_number(const struct dirent *e)
{
  return e->d_name[0] >= '1' && e->d_name[0] <= '9';
}

/* --- all processes of the machine --- */

static Processes descendants_list(void)
{
  Processes all = {0};
  DIR *folder = opendir("/proc");
  for (struct dirent *e; folder && (e = readdir(folder));) {
    Process p;
    if (!descendants_is_number(e) || !descendants_read(e->d_name, &p)) continue;
    if (!descendants_add(&all, p)) break;
  }
  if (folder) closedir(folder);
  return all;
}

static int descendants_by_id(const void *a, const void *b)
{
  int x = ((const Process *)a)->id, y = ((const Process *)b)->id;
  return (x > y) - (x < y);
}

static Process *descendants_find(const Processes *all, int id)
{
  Process wanted = {.id = id};
  if (all->n == 0) return NULL;
  return bsearch(&wanted, all->item, (size_t)all->n, sizeof *all->item,
                 descendants_by_id);
}

/* Marks those below this process; a spared one stands for all below it. */
static void descendants_mark(Processes *all, int spared)
{
  int self = getpid();
  if (all->n > 0)
    qsort(all->item, (size_t)all->n, sizeof *all->item, descendants_by_id);
  for (bool again = true; again;) {
    again = false;
    for (int i = 0; i < all->n; i++) {
      Process *p = &all->item[i];
      if (p->is_below || p->id == spared) continue;
      const Process *parent = descendants_find(all, p->parent);
      if (p->parent == self || (parent && parent->is_below))
        p->is_below = again = true;
    }
  }
}

/* --- from parents to children, where the kernel lists them --- */

/* Those of one thread. A child that has ended and is not buried is one, too,
 * without memory: what it has started may be found only when it is gone. */
static void descendants_of_thread(Processes *all, int id, const char *thread,
                                  int spared)
{
  char path[96], number[24];
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", id, thread);
  FILE *in = fopen(path, "r");
  while (in && fscanf(in, "%20s", number) == 1) {
    Process p;
    if (!descendants_read(number, &p))
      p = (Process){.id = (int)strtol(number, NULL, 10), .has_ended = true};
    p.is_below = true;
    if (p.id != spared && !descendants_add(all, p)) break;
  }
  if (in) fclose(in);
}

static void descendants_of(Processes *all, int id, int spared)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", id);
  DIR *folder = opendir(path);
  for (struct dirent *e; folder && (e = readdir(folder));) {
    if (descendants_is_number(e))
      descendants_of_thread(all, id, e->d_name, spared);
  }
  if (folder) closedir(folder);
}

static bool descendants_are_listed(void)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  return access(path, R_OK) == 0;
}

/* Those below this process, but the spared one and all below it; others are
 * not marked. */
static Processes descendants_find_all(int spared)
{
  Processes all = {0};
  if (!descendants_are_listed()) {
    all = descendants_list();
    descendants_mark(&all, spared);
    return all;
  }
  descendants_of(&all, getpid(), spared);
  for (int i = 0; i < all.n && all.n < MOST_PROCESSES; i++) {
    descendants_of(&all, all.item[i].id, spared);
  }
  return all;
}

/* --- memory and ends --- */

/* Pages that several processes share count in parts: a process that forks has
 * not used its memory twice. Where the kernel does not say, all of them. */
static double descendants_megabytes(const Process *p)
{
  char path[64], line[256];
  double kilobytes = -1;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", p->id);
  FILE *in = fopen(path, "r");
  while (in && kilobytes < 0 && fgets(line, sizeof line, in)) {
    if (strncmp(line, "Pss:", 4) == 0) kilobytes = strtod(line + 4, NULL);
  }
  if (in) fclose(in);
  if (kilobytes >= 0) return kilobytes * 1024 / 1e6;
  return (double)p->pages * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

Descendants descendants_measure(int spared)
{
  Processes all = descendants_find_all(spared);
  Descendants found = {0};
  for (int i = 0; i < all.n; i++) {
    if (!all.item[i].is_below || all.item[i].has_ended) continue;
    found.n++;
    found.megabytes += descendants_megabytes(&all.item[i]);
  }
  free(all.item);
  return found;
}

/* Those that have ended are taken note of; not the spared one. */
static void descendants_bury(int spared)
{
  siginfo_t ended;
  for (;;) {
    ended.si_pid = 0;
    int done = waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT);
    if (done != 0 || ended.si_pid == 0 || ended.si_pid == spared) return;
    if (waitpid(ended.si_pid, NULL, 0) < 0) return;
  }
}

int descendants_end(int spared)
{
  int ended = 0;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    Processes all = descendants_find_all(spared);
    int n = 0, n_gone = 0;
    for (int i = 0; i < all.n; i++) {
      if (!all.item[i].is_below) continue;
      if (all.item[i].has_ended)
        n_gone++; /* the kernel may not have listed those after it */
      else if (kill(all.item[i].id, SIGKILL) == 0)
        n++;
    }
    free(all.item);
    descendants_bury(spared);
    if (n == 0 && (n_gone == 0 || round > MOST_UNBURIED)) break;
    if (round == 0) ended = n;
    usleep(1000);
  }
  return ended;
}
