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

#define MOST_ROUNDS 1000 /* against processes that start others meanwhile */

typedef struct Process {
  int id, parent;
  long pages;
  bool is_below;
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

static Processes descendants_list(void)
{
  Processes all = {0};
  DIR *folder = opendir("/proc");
  for (struct dirent *e; folder && (e = readdir(folder));) {
    Process p;
    if (e->d_name[0] < '1' || e->d_name[0] > '9') continue;
    if (!descendants_read(e->d_name, &p)) continue;
    if (all.n == all.cap) {
      int cap = 2 * all.cap + 64;
      Process *larger = realloc(all.item, (size_t)cap * sizeof *larger);
      if (!larger) break;
      all.item = larger;
      all.cap = cap;
    }
    all.item[all.n++] = p;
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
  Processes all = descendants_list();
  Descendants found = {0};
  descendants_mark(&all, spared);
  for (int i = 0; i < all.n; i++) {
    if (!all.item[i].is_below) continue;
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
    Processes all = descendants_list();
    int n = 0;
    descendants_mark(&all, spared);
    for (int i = 0; i < all.n; i++) {
      if (!all.item[i].is_below) continue;
      if (kill(all.item[i].id, SIGKILL) == 0) n++;
    }
    free(all.item);
    descendants_bury(spared);
    if (n == 0) break;
    if (round == 0) ended = n;
    usleep(1000);
  }
  return ended;
}
