/* values.c: reading one variable after the other, as some importers do. */
#include "check/run/values.h"

#include <assert.h>
#include <string.h>

Values values_make(Probe *p)
{
  int n = p->plan->description->n_variables;
  return (Values){
      n, arena_array(p->f->s->session_arena, (size_t)n + 1, sizeof(Value))};
}

static fmi2Status read_one(Probe *p, const FmuVariable *v, Value *value)
{
  fmi2ValueReference reference = v->value_reference;
  fmi2Status status;
  memset(value, 0, sizeof *value);
  if (strcmp(v->type_name, "Clock") == 0) return fmi2OK; /* see stage_clocks */
  if (v->type == FMU_REAL) {
    return PROBE_RAW(p, GetReal, p->component, &reference, 1, &value->number);
  }
  if (v->type == FMU_STRING) {
    fmi2String text = NULL;
    status = PROBE_RAW(p, GetString, p->component, &reference, 1, &text);
    if (status <= fmi2Warning && text) {
      snprintf(value->text, sizeof value->text, "%s", text);
    }
    return status;
  }
  fmi2Integer integer = 0;
  status =
      v->type == FMU_BOOLEAN
          ? PROBE_RAW(p, GetBoolean, p->component, &reference, 1, &integer)
          : PROBE_RAW(p, GetInteger, p->component, &reference, 1, &integer);
  value->number = integer;
  return status;
}

bool values_read(Probe *p, Values *values)
{
  assert(values->n == p->plan->description->n_variables);
  const FmuDescription *d = p->plan->description;
  for (int i = 0; i < values->n; i++) {
    const FmuVariable *v = &d->variable[i];
    fmi2Status status = read_one(p, v, &values->value[i]);
    if (status == fmi2OK || status == fmi2Warning) continue;
    if (!probe_is_legal(p, p->mark->call, status)) return false;
    return finding_at(p->f, RULE_RUN_READ, p->mark->call,
                      "'%s' cannot be read at time %g: %s%s", v->name,
                      p->mark->time, probe_status_word(status),
                      callbacks_say());
  }
  return true;
}

int values_difference(const Values *a, const Values *b)
{
  assert(a->n == b->n);
  for (int i = 0; i < a->n; i++) {
    if (memcmp(&a->value[i], &b->value[i], sizeof a->value[i]) != 0) return i;
  }
  return -1;
}

const char *values_describe(Probe *p, int variable, const Values *expected,
                            const Values *found)
{
  assert(variable >= 0 && variable < expected->n);
  const FmuVariable *v = &p->plan->description->variable[variable];
  if (v->type == FMU_STRING) {
    return arena_printf(
        p->f->s->session_arena, "'%s' is \"%s\" instead of \"%s\"", v->name,
        found->value[variable].text, expected->value[variable].text);
  }
  return arena_printf(p->f->s->session_arena, "'%s' is %.17g instead of %.17g",
                      v->name, found->value[variable].number,
                      expected->value[variable].number);
}
