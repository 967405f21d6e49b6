/* model_tables.c: one line per value, with its name. */
#include "emit/model_tables.h"

#include <assert.h>
#include <math.h>

#include "emit/c_text.h"

/* What is known about one element of real[], integer[] or boolean[]. */
typedef struct Slot {
  const char *name; /* NULL: nobody has named it yet */
  const char *kind; /* VARIABLE_* */
  double start;
} Slot;

typedef struct SlotTable {
  const char *array, *c_type; /* "real", "double" */
  VarType type;
  int n_slots;
  Slot *slot;
} SlotTable;

static const char *kind_by_initial(FmiInitial initial)
{
  switch (initial) {
  case FMI_EXACT: return "VARIABLE_EXACT";
  case FMI_APPROX: return "VARIABLE_APPROX";
  case FMI_INITIAL_NONE:
  case FMI_CALCULATED: break;
  }
  return "VARIABLE_CALCULATED";
}

static const char *kind_of(const ReducedVar *v)
{
  if (v->variability == FMI_CONSTANT) return "VARIABLE_CONSTANT";
  switch (v->causality) {
  case FMI_INDEPENDENT: return "VARIABLE_TIME";
  case FMI_PARAMETER: return "VARIABLE_PARAMETER";
  case FMI_CALCULATED_PARAMETER: return "VARIABLE_DEPENDENT";
  case FMI_INPUT: return "VARIABLE_INPUT";
  case FMI_OUTPUT:
  case FMI_LOCAL: break;
  }
  return kind_by_initial(v->initial);
}

/* The start value of a variable where the model gives a number: also the
 * first guess of a variable that is calculated. Modelica's default is 0. */
static double start_number(const ModelText *m, VarId var)
{
  const Var *v = &m->reduced->sys->var[var.i];
  double value = 0;
  bool has_binding = v->kind == VAR_CONSTANT || v->kind == VAR_PARAMETER;
  ExprId given = has_binding && v->binding.i >= 0 ? v->binding : v->start;
  if (given.i >= 0) expr_is_const(m->reduced->exprs, given, &value);
  return value;
}

static double start_of(const ModelText *m, const ReducedVar *v)
{
  if (v->has_start) return v->start;
  if (v->var.i < 0) return 0; /* time */
  return start_number(m, v->var);
}

/* First the variables that the importer sees: the first of an alias set
 * speaks for all of it. Then what is internal. */
static void fill_slots(const ModelText *m, SlotTable *table)
{
  const ReducedSystem *r = m->reduced;
  for (int k = 0; k < r->n_vars; k++) {
    const ReducedVar *v = &r->var[k];
    if (v->type != table->type || v->is_alias) continue;
    assert(v->value_reference >= 0 && v->value_reference < table->n_slots);
    table->slot[v->value_reference] =
        (Slot){v->name, kind_of(v), start_of(m, v)};
  }
  for (int k = 0; k < r->sys->n_vars; k++) {
    if (r->sys->var[k].type != table->type || r->slot[k] < 0) continue;
    Slot *slot = &table->slot[r->slot[k]];
    if (slot->name) continue;
    *slot = (Slot){r->sys->var[k].name, "VARIABLE_CALCULATED",
                   start_number(m, (VarId){k})};
  }
}

static void write_starts(const SlotTable *table, FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  fprintf(out, "static const %s %s_start[] = {\n", table->c_type, table->array);
  for (int k = 0; k < table->n_slots; k++) {
    const Slot *slot = &table->slot[k];
    if (table->type == VAR_REAL) {
      fprintf(out, "  %s,", c_text_number(slot->start, buffer));
    } else {
      fprintf(out, "  %.0f,", slot->start);
    }
    fprintf(out, " /* %d: ", k);
    c_text_comment(out, slot->name ? slot->name : "");
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
}

static void write_kinds(const SlotTable *table, FILE *out)
{
  fprintf(out, "static const unsigned char %s_kind[] = {\n", table->array);
  for (int k = 0; k < table->n_slots; k++) {
    const char *kind = table->slot[k].kind;
    fprintf(out, "%s%s,%s", k % 3 == 0 ? "  " : " ",
            kind ? kind : "VARIABLE_CALCULATED",
            k % 3 == 2 || k == table->n_slots - 1 ? "\n" : "");
  }
  fputs("};\n\n", out);
}

static void write_slots(const ModelText *m, const char *array,
                        const char *c_type, VarType type, int n_slots,
                        FILE *out)
{
  if (n_slots == 0) return;
  SlotTable table = {array, c_type, type, n_slots,
                     arena_array(m->arena, (size_t)n_slots, sizeof(Slot))};
  fill_slots(m, &table);
  write_starts(&table, out);
  write_kinds(&table, out);
}

static void write_references(const ModelText *m, const char *name,
                             const VarId *var, FILE *out)
{
  fprintf(out, "static const int %s[] = {\n", name);
  for (int k = 0; k < m->reduced->n_states; k++) {
    fprintf(out, "  %d, /* ", m->reduced->slot[var[k].i]);
    c_text_comment(out, m->reduced->sys->var[var[k].i].name);
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
}

static void write_states(const ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  char buffer[C_NUMBER_SIZE];
  if (r->n_states == 0) return;
  write_references(m, "state", r->state_source, out);
  write_references(m, "derivative", r->derivative_source, out);
  write_references(m, "shown_state", r->state, out);
  write_references(m, "shown_derivative", r->derivative, out);
  fputs("static const double state_nominal[] = {\n", out);
  for (int k = 0; k < r->n_states; k++) {
    fprintf(out, "  %s,\n", c_text_number(r->state_nominal[k], buffer));
  }
  fputs("};\n\n", out);
}

static void write_relations(const ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  if (sys->n_relations == 0) return;
  fputs("static const Relation relation[] = {\n", out);
  for (int k = 0; k < sys->n_relations; k++) {
    ArenaMark mark = arena_mark(session_scratch(m->s));
    const EventRelation *relation = &sys->relation[k];
    fprintf(out, "  {%d, ", relation->or_equal);
    c_text_string(out,
                  c_text_place(session_scratch(m->s), m->s, relation->span));
    fputs("},\n", out);
    arena_release(mark);
  }
  fputs("};\n\n", out);
}

void model_tables_write(ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  write_slots(m, "real", "double", VAR_REAL, r->n_real, out);
  write_slots(m, "integer", "int", VAR_INTEGER, r->n_integer, out);
  write_slots(m, "boolean", "int", VAR_BOOLEAN, r->n_boolean, out);
  write_states(m, out);
  write_relations(m, out);
}
