/* model_tables.c: one line per value, with its name. */
#include "emit/model/model_tables.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "emit/interface/interface_clocks.h"
#include "emit/interface/interface_dependencies.h"
#include "emit/interface/interface_resizable.h"
#include "emit/interface/interface_variables.h"
#include "emit/model/model_bounds.h"
#include "emit/model/model_coordinate_frames.h"
#include "emit/model/model_scales.h"
#include "emit/model/model_tapes.h"
#include "emit/text/c_text.h"
#include "emit/text/integer_rows.h"
#include "emit/text/memory_stream.h"
#include "emit/text/table_pack.h"
#include "emit/xml/variable_kind.h"
#include "reduce/system/system_print.h"
#include "symbolic/properties/magnitude.h"

/* More variables than a reader wants to see one by one. */
#define MANY_SLOTS 2000
#define NUMBERS_PER_LINE 8
#define KINDS_PER_LINE 32
#define KINDS_PER_ROW (64 * KINDS_PER_LINE) /* C99: 4095 at most */

/* In step with VariableKind. */
static const char *const kind_name[] = {[KIND_TIME] = "VARIABLE_TIME",
                                        [KIND_CONSTANT] = "VARIABLE_CONSTANT",
                                        [KIND_PARAMETER] = "VARIABLE_PARAMETER",
                                        [KIND_TUNABLE] = "VARIABLE_TUNABLE",
                                        [KIND_DEPENDENT] = "VARIABLE_DEPENDENT",
                                        [KIND_INPUT] = "VARIABLE_INPUT",
                                        [KIND_EXACT] = "VARIABLE_EXACT",
                                        [KIND_APPROX] = "VARIABLE_APPROX",
                                        [KIND_CALCULATED] =
                                            "VARIABLE_CALCULATED"};

/* What is known about one element of real[], integer[] or boolean[]. */
typedef struct Slot {
  const char *name; /* NULL: nobody has named it yet */
  VariableKind kind;
  double start;
} Slot;

typedef struct SlotTable {
  const char *array, *c_type; /* "real", "double" */
  VarType type;
  int n_slots;
  Slot *slot;
} SlotTable;

static VariableKind kind_by_initial(FmiInitial initial)
{
  switch (initial) {
  case FMI_EXACT: return KIND_EXACT;
  case FMI_APPROX: return KIND_APPROX;
  case FMI_INITIAL_NONE:
  case FMI_CALCULATED: break;
  }
  return KIND_CALCULATED;
}

static VariableKind model_tables_kind_of(const ReducedVar *v)
{
  if (v->variability == FMI_CONSTANT) return KIND_CONSTANT;
  switch (v->causality) {
  case FMI_INDEPENDENT: return KIND_TIME;
  case FMI_PARAMETER:
    return v->variability == FMI_TUNABLE ? KIND_TUNABLE : KIND_PARAMETER;
  case FMI_CALCULATED_PARAMETER:
    if (v->initial == FMI_APPROX) return KIND_APPROX;
    return KIND_DEPENDENT;
  case FMI_INPUT: return KIND_INPUT;
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

static double model_tables_start_of(const ModelText *m, const ReducedVar *v)
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
        (Slot){v->name, model_tables_kind_of(v), model_tables_start_of(m, v)};
  }
  for (int k = 0; k < r->sys->n_vars; k++) {
    if (r->sys->var[k].type != table->type || r->slot[k] < 0) continue;
    Slot *slot = &table->slot[r->slot[k]];
    if (slot->name) continue;
    *slot = (Slot){r->sys->var[k].name, KIND_CALCULATED,
                   start_number(m, (VarId){k})};
  }
}

static void model_tables_write_number(const SlotTable *table, double value,
                                      FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  if (table->type == VAR_REAL)
    fprintf(out, "%s,", c_text_number(value, buffer));
  else
    fprintf(out, "%.0f,", value);
}

static void write_named_starts(const SlotTable *table, FILE *out)
{
  for (int k = 0; k < table->n_slots; k++) {
    const Slot *slot = &table->slot[k];
    fputs("  ", out);
    model_tables_write_number(table, slot->start, out);
    fprintf(out, " /* %d: ", k);
    c_text_comment(out, slot->name ? slot->name : "");
    fputs(" */\n", out);
  }
}

static bool is_zero(double value)
{
  return value == 0 && !signbit(value);
}

/* Many values, most of them 0: only the others are written. */
static void write_many_starts(const SlotTable *table, FILE *out)
{
  int previous = -1;
  for (int k = 0; k < table->n_slots; k++) {
    double start = table->slot[k].start;
    if (is_zero(start) && k > 0) continue;
    fputs(k % NUMBERS_PER_LINE == 0 || k > previous + 1 ? "\n  " : " ", out);
    if (k > previous + 1) fprintf(out, "[%d] = ", k);
    model_tables_write_number(table, start, out);
    previous = k;
  }
  putc('\n', out);
}

static void model_tables_write_starts(const SlotTable *table, FILE *out)
{
  fprintf(out, "static const %s %s_start[%d] = {\n", table->c_type,
          table->array, table->n_slots);
  if (table->n_slots > MANY_SLOTS)
    write_many_starts(table, out);
  else
    write_named_starts(table, out);
  fputs("};\n\n", out);
}

static void write_named_kinds(const SlotTable *table, FILE *out)
{
  fprintf(out, "static const unsigned char %s_kind[] = {\n", table->array);
  for (int k = 0; k < table->n_slots; k++) {
    fprintf(out, "%s%s,%s", k % 3 == 0 ? "  " : " ",
            kind_name[table->slot[k].kind],
            k % 3 == 2 || k == table->n_slots - 1 ? "\n" : "");
  }
  fputs("};\n\n", out);
}

/* As strings, which C compilers read fastest: rows of the length that one
 * literal may have. The last one is filled up with zeros. */
static void write_many_kinds(const SlotTable *table, FILE *out)
{
  int n = table->n_slots;
  fprintf(out, "static const unsigned char %s_kind[%d][%d] = {", table->array,
          (n + KINDS_PER_ROW - 1) / KINDS_PER_ROW, KINDS_PER_ROW);
  for (int k = 0; k < n; k++) {
    if (k % KINDS_PER_LINE == 0) fputs("\n  \"", out);
    int kind = (int)table->slot[k].kind; /* in octal */
    assert(kind < 64);
    putc('\\', out);
    if (kind >= 8) putc('0' + kind / 8, out);
    putc('0' + kind % 8, out);
    if ((k + 1) % KINDS_PER_LINE == 0 || k + 1 == n) putc('"', out);
    if ((k + 1) % KINDS_PER_ROW == 0) putc(',', out);
  }
  fputs("};\n\n", out);
}

static void write_kinds(const SlotTable *table, FILE *out)
{
  if (table->n_slots > MANY_SLOTS)
    write_many_kinds(table, out);
  else
    write_named_kinds(table, out);
}

void model_tables_kind_member(const char *type, int n_slots, FILE *out)
{
  fprintf(out, "  .%s_kind = %s_kind%s,\n", type, type,
          n_slots > MANY_SLOTS ? "[0]" : "");
}

static void model_tables_write_slots(const ModelText *m, const char *array,
                                     const char *c_type, VarType type,
                                     int n_slots, FILE *out)
{
  if (n_slots == 0) return;
  SlotTable table = {array, c_type, type, n_slots,
                     arena_array(m->arena, (size_t)n_slots, sizeof(Slot))};
  for (int k = 0; k < n_slots; k++) table.slot[k].kind = KIND_CALCULATED;
  fill_slots(m, &table);
  model_tables_write_starts(&table, out);
  write_kinds(&table, out);
}

static void write_integers(const ModelText *m, const char *name,
                           const int *value, int n, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  if (m->kernels && table_pack_write(name, value, n, 0, scratch, out)) return;
  fprintf(out, "static const int %s[] = {", name);
  IntegerRows rows = {.out = out, .begin = "\n  ", .per_line = 12};
  for (int k = 0; k < n; k++) integer_rows_put(&rows, value[k]);
  integer_rows_end(&rows, n > 0 ? ",\n};\n" : "\n};\n");
}

static void write_many_references(const ModelText *m, const char *name,
                                  const VarId *var, FILE *out)
{
  int n = m->reduced->n_states;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  int *slot = arena_array(session_scratch(m->s), (size_t)n, sizeof slot[0]);
  for (int k = 0; k < n; k++) slot[k] = m->reduced->slot[var[k].i];
  write_integers(m, name, slot, n, out);
  arena_release(mark);
}

static void model_tables_write_references(const ModelText *m, const char *name,
                                          const VarId *var, FILE *out)
{
  int n = m->reduced->n_states;
  if (n > MANY_SLOTS) {
    write_many_references(m, name, var, out);
    return;
  }
  fprintf(out, "static const int %s[] = {\n", name);
  for (int k = 0; k < n; k++) {
    fprintf(out, "  %d, /* ", m->reduced->slot[var[k].i]);
    c_text_comment(out, m->reduced->sys->var[var[k].i].name);
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
}

static void model_tables_write_nominals(const ModelText *m, FILE *out)
{
  const double *nominal = m->reduced->state_nominal;
  int n = m->reduced->n_states;
  char buffer[C_NUMBER_SIZE];
  if (m->kernels &&
      table_pack_write_numbers("state_nominal", nominal, n, out)) {
    return;
  }
  fputs("static const double state_nominal[] = {\n", out);
  for (int k = 0; k < n; k++) {
    fputs("  ", out);
    fputs(c_text_number(nominal[k], buffer), out);
    fputs(",\n", out);
  }
  fputs("};\n\n", out);
}

static void write_states(const ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  if (r->n_states == 0) return;
  model_tables_write_references(m, "state", r->state_source, out);
  model_tables_write_references(m, "derivative", r->derivative_source, out);
  if (r->sys->n_sets > 0) { /* else they are the same */
    model_tables_write_references(m, "shown_state", r->state, out);
    model_tables_write_references(m, "shown_derivative", r->derivative, out);
  }
  model_tables_write_nominals(m, out);
}

/* References that variables of another unit have. */
static void write_real_aliases(const ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  if (r->n_real_aliases == 0) return;
  fputs("static const int real_alias[] = {", out);
  IntegerRows rows = {.out = out, .begin = "\n  ", .per_line = 12};
  for (int k = 0; k < r->n_real_aliases; k++) {
    integer_rows_put(&rows, r->alias_slot[k]);
  }
  integer_rows_end(&rows, ",\n};\n\n");
}

/* The structure of the integrator's matrix. */
static void model_tables_write_jacobian(const ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  const SparsePattern *p = &r->jacobian;
  if (!r->sparse) return;
  assert(p->column_start[p->n] == p->n_nonzeros &&
         p->color_start[p->n_colors] == p->n);
  write_integers(m, "jacobian_start", p->column_start, p->n + 1, out);
  write_integers(m, "jacobian_row", p->row, p->n_nonzeros, out);
  write_integers(m, "jacobian_color_start", p->color_start, p->n_colors + 1,
                 out);
  write_integers(m, "jacobian_column", p->column, p->n, out);
  fprintf(out,
          "static const JacobianPattern jacobian = {\n"
          "  %d, %d, jacobian_start, jacobian_row, %d, jacobian_color_start,\n"
          "  jacobian_column\n};\n\n",
          p->n, p->n_nonzeros, p->n_colors);
}

/* A parameter is what it is, a variable as large as its nominal value. */
static double model_tables_size_of(const void *context, VarId var)
{
  const ReducedVar *v = model_text_row(context, var);
  if (!v) return 1;
  if (v->variability <= FMI_TUNABLE && v->has_start) return fabs(v->start);
  return v->has_nominal && v->nominal != 0 ? fabs(v->nominal) : 1;
}

/* The size of left - right. */
static double relation_nominal(const ModelText *m, const EventRelation *r)
{
  return magnitude_of(m->walk, r->difference, model_tables_size_of, m);
}

/* "file.mo:9: x < 0". Of a quiet one the place is that of its equation: the
 * condition itself is written from the graph. */
static const char *model_tables_relation_text(const ModelText *m,
                                              const EventRelation *r)
{
  Arena *scratch = session_scratch(m->s);
  const char *place = c_text_place(scratch, m->s, r->span);
  if (!r->is_quiet) return place;
  size_t line = strcspn(place, " "); /* "file.mo:9:" */
  char *text;
  size_t size;
  FILE *out = memory_stream(&text, &size);
  if (r->is_sign) {
    fputs("sign(", out);
    system_print_expr(m->reduced->sys, r->right, out);
    fputs(")", out);
  } else {
    system_print_expr(m->reduced->sys, r->left, out);
    fputs(r->or_equal ? " <= " : " < ", out);
    system_print_expr(m->reduced->sys, r->right, out);
  }
  memory_stream_end(out, &text);
  enum { LONGEST = 200 };
  const char *whole =
      arena_printf(scratch, "%.*s %.*s", (int)line, place, LONGEST, text);
  free(text);
  return whole;
}

static void write_relations(const ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  if (sys->n_relations == 0) return;
  fputs("static const Relation relation[] = {\n", out);
  for (int k = 0; k < sys->n_relations; k++) {
    ArenaMark mark = arena_mark(session_scratch(m->s));
    const EventRelation *relation = &sys->relation[k];
    const char *timed = relation->is_searched        ? "RELATION_SEARCHED"
                        : relation->event_time.i < 0 ? "0"
                        : relation->is_true_before   ? "-1"
                                                     : "1";
    fprintf(out, "  {%d, %s, ", relation->or_equal, timed);
    c_text_string(out, model_tables_relation_text(m, relation));
    char buffer[C_NUMBER_SIZE];
    fprintf(out, ", %s, %d},\n",
            c_text_number(relation_nominal(m, relation), buffer),
            model_scales_relation(m->reduced, k));
    arena_release(mark);
  }
  fputs("};\n\n", out);
}

static void write_strings(const ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  if (r->n_texts == 0) return;
  fprintf(out, "static const char *const string[%d] = {\n", r->n_texts);
  for (int k = 0; k < r->n_texts; k++) {
    fputs("  ", out);
    c_text_value(out, r->text[k].value);
    fprintf(out, ", /* %d: ", k);
    c_text_comment(out, r->text[k].name);
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
}

/* Residuals that are brought back to zero. */
static void write_constraints(const ReducedSystem *r, FILE *out)
{
  if (r->n_constraints == 0) return;
  fputs("static const int constraint[] = {", out);
  for (int k = 0; k < r->n_constraints; k++) {
    assert(r->sys->var[r->constraint[k].i].kind == VAR_MONITOR);
    fprintf(out, "%s%d", k > 0 ? ", " : "", r->slot[r->constraint[k].i]);
  }
  fputs("};\n", out);
}

static void model_tables_write_start_preferences(const ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  char buffer[C_NUMBER_SIZE];
  if (r->n_start_preferences == 0) return;
  fputs("static const StartPreference start_preference[] = {\n", out);
  for (int k = 0; k < r->n_start_preferences; k++) {
    const ReducedVar *v = model_text_row(m, r->start_preference[k]);
    const char *nominal = c_text_number(v ? v->nominal : 1, buffer);
    fprintf(out, "  {%d, %d, %s, ", r->slot[r->start_preference[k].i],
            r->start_preference_is_free[k], nominal);
    c_text_string(out, r->sys->var[r->start_preference[k].i].name);
    fputs("},\n", out);
  }
  fputs("};\n\n", out);
}

static void model_tables_write_literals(const System *sys, FILE *out)
{
  if (sys->n_literals == 0) return;
  fputs("static const char *const text[] = {\n", out);
  for (int k = 0; k < sys->n_literals; k++) {
    fputs("  ", out);
    c_text_value(out, sys->literal[k]);
    fputs(",\n", out);
  }
  fputs("};\n\n", out);
}

/* Which Integers are Strings. */
static void write_string_marks(ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  bool *is_string = arena_array(session_scratch(m->s), (size_t)r->n_integer + 1,
                                sizeof is_string[0]);
  bool any = false;
  for (int i = 0; i < r->sys->n_vars; i++) {
    if (!r->sys->var[i].is_string) continue;
    assert(r->sys->var[i].type == VAR_INTEGER && r->slot[i] < r->n_integer);
    is_string[r->slot[i]] = any = true;
  }
  if (any) {
    fputs("static const unsigned char is_string[] = {\n  ", out);
    for (int k = 0; k < r->n_integer; k++)
      fprintf(out, "%d,%s", is_string[k], k % 20 == 19 ? "\n  " : " ");
    fputs("\n};\n\n", out);
  }
  arena_release(mark);
}

void model_tables_write(ModelText *m, FILE *out)
{
  const ReducedSystem *r = m->reduced;
  model_tables_write_slots(m, "real", "double", VAR_REAL, r->n_real, out);
  model_tables_write_slots(m, "integer", "int", VAR_INTEGER, r->n_integer, out);
  model_tables_write_slots(m, "boolean", "int", VAR_BOOLEAN, r->n_boolean, out);
  write_strings(m, out);
  write_real_aliases(m, out);
  interface_variables_write_tables(m->interface, out);
  interface_clocks_write_tables(m->reduced, m->interface, out);
  interface_resizable_write_tables(m->reduced, out);
  interface_dependencies_write_tables(m->interface, out);
  write_states(m, out);
  model_tables_write_jacobian(m, out);
  write_relations(m, out);
  model_tables_write_start_preferences(m, out);
  write_constraints(m->reduced, out);
  model_bounds_write(m, out);
  model_scales_write(m, out);
  model_tapes_write(m, out);
  model_coordinate_frames_write(m, out);
  model_tables_write_literals(r->sys, out);
  write_string_marks(m, out);
}
