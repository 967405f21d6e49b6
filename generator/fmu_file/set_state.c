/* set_state.c: see set_state.h. */
#include "fmu_file/set_state.h"

#include <stdlib.h>
#include <string.h>

bool set_state_is(const char *name)
{
  const char lead[] = "stateSet";
  if (strncmp(name, lead, strlen(lead)) != 0) return false;
  name += strlen(lead);
  size_t digits = strspn(name, "0123456789");
  return digits > 0 && strncmp(name + digits, ".x[", 3) == 0;
}

/* Is it an angle that index reduction has added (angles.phi[1], also below
 * another root), or its derivative? */
static bool is_angle(const char *name)
{
  const char root[] = "angles", rest[] = ".phi[";
  if (strncmp(name, "der(", 4) == 0) name += 4;
  if (strncmp(name, root, strlen(root)) != 0) return false;
  name += strlen(root);
  if (*name == '_') name += 1 + strspn(name + 1, "0123456789");
  return strncmp(name, rest, strlen(rest)) == 0;
}

/* Has index reduction added it, so that the model does not know the name? */
static bool is_added(const char *name)
{
  return set_state_is(name) || is_angle(name);
}

static bool set_state_is_any(const FmuDescription *d)
{
  for (int i = 0; i < d->n_states; i++) {
    if (d->state[i] >= 0 && is_added(d->variable[d->state[i]].name))
      return true;
  }
  return false;
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* X of der(X); NULL: the name is not of that form. */
static const char *differentiated(Arena *arena, const char *name)
{
  size_t n = strlen(name);
  if (n < 6 || strncmp(name, "der(", 4) != 0 || name[n - 1] != ')') return NULL;
  return arena_copy_text(arena, name + 4, n - 5);
}

static int list_differentiated(Arena *arena, const FmuDescription *d,
                               int *index)
{
  size_t n = 0;
  size_t most = (size_t)(d->n_variables + d->n_states);
  const char **of = arena_array(arena, most + 1, sizeof of[0]);
  for (int i = 0; i < d->n_variables; i++) {
    const char *name = differentiated(arena, d->variable[i].name);
    if (name && !is_added(name)) of[n++] = name;
  }
  for (int i = 0; i < d->n_states; i++) {
    const char *name = d->state[i] < 0 ? NULL : d->variable[d->state[i]].name;
    if (name && !is_added(name)) of[n++] = name;
  }
  qsort(of, n, sizeof of[0], compare_names);
  int found = 0;
  for (int i = 0; i < d->n_variables; i++) {
    const char *name = d->variable[i].name;
    if (bsearch(&name, of, n, sizeof of[0], compare_names)) index[found++] = i;
  }
  return found;
}

int set_state_list_plain(Arena *arena, const FmuDescription *d, int **index)
{
  size_t n = (size_t)(d->n_variables + d->n_states);
  *index = arena_array(arena, n + 1, sizeof(int));
  if (set_state_is_any(d)) {
    int found = list_differentiated(arena, d, *index);
    if (found > 0) return found;
  }
  int count = 0;
  for (int i = 0; i < d->n_states; i++) {
    if (d->state[i] >= 0) (*index)[count++] = d->state[i];
  }
  return count;
}
