/* unpack.c: copies of what holds packed tables. */
#include "unpack.h"
#include "carver.h"
#include "packed_table.h"
#include "runtime_assert.h"
#include <stdlib.h>

/* The memory, and how many packed tables have been met. */
typedef struct Maker {
  Carver carver;
  int n_packed;
} Maker;

static const int *integers(Maker *m, const int *table, int n)
{
  if (n == 0 || !packed_table_is_packed(table)) return table;
  int *element = carve(&m->carver, n, sizeof element[0]);
  if (element) packed_table_integers(table, n, element);
  m->n_packed++;
  return element;
}

static const double *numbers(Maker *m, const double *table, int n)
{
  if (n == 0 || !packed_table_are_packed(table)) return table;
  double *element = carve(&m->carver, n, sizeof element[0]);
  if (element) packed_table_numbers(table, n, element);
  m->n_packed++;
  return element;
}

static const char *const *equations(Maker *m, const Block *b)
{
  const int *text_of = integers(m, b->text_of, b->n);
  const char **equation = carve(&m->carver, b->n, sizeof equation[0]);
  m->n_packed++;
  for (int k = 0; equation && k < b->n; k++) equation[k] = b->text[text_of[k]];
  return equation;
}

/* Tables at full length; those of twins are still one. */
static Block unpack_make_block(Maker *m, const Block *given)
{
  Block b = *given;
  int n_blocks = 1 + b.n_twins;
  b.unknown = integers(m, b.unknown, n_blocks * b.n_columns);
  b.reference = integers(m, b.reference, n_blocks * b.n_references);
  b.nominal = numbers(m, b.nominal, b.n_columns);
  b.column_start = integers(m, b.column_start, b.n_columns + 1);
  b.row = integers(m, b.row, b.n_nonzeros);
  b.order = integers(m, b.order, b.n_columns);
  b.pivot_row = integers(m, b.pivot_row, b.n_columns);
  b.torn = integers(m, b.torn, b.n_torn);
  if (!b.equation && b.text) b.equation = equations(m, &b);
  return b;
}

/* The blocks that the entry b stands for, at their numbers. */
static void put_blocks(const Block *b, Block *made)
{
  RUNTIME_ASSERT(b->n_twins >= 0);
  Block twin = *b;
  for (int k = 0; k <= b->n_twins; k++) {
    made[twin.number] = twin;
    made[twin.number].n_twins = 0;
    twin.number += b->twin_step;
    if (b->store > 0) twin.store += b->twin_step;
    twin.unknown += b->n_columns;
    if (b->reference) twin.reference += b->n_references;
    if (b->literal) twin.literal += b->n_literals;
  }
}

/* n counts twins. */
static const Block *make_blocks(Maker *m, const Block *given, int n)
{
  if (n == 0) return NULL;
  Block *made = carve(&m->carver, n, sizeof made[0]);
  for (int n_made = 0; n_made < n; given++) {
    Block b = unpack_make_block(m, given);
    if (made) put_blocks(&b, made);
    n_made += 1 + given->n_twins;
    m->n_packed += given->n_twins;
  }
  return made;
}

static const JacobianPattern *unpack_make_jacobian(Maker *m,
                                                   const JacobianPattern *given)
{
  if (!given) return NULL;
  JacobianPattern p = *given;
  p.column_start = integers(m, p.column_start, p.n + 1);
  p.row = integers(m, p.row, p.n_nonzeros);
  p.color_start = integers(m, p.color_start, p.n_colors + 1);
  p.column = integers(m, p.column, p.n);
  JacobianPattern *made = carve(&m->carver, 1, sizeof *made);
  if (made) *made = p;
  return made;
}

/* Their levels are blocks of `block`, at the same places as in the given
 * model. */
static const SelectionSet *make_sets(Maker *m, const Model *given,
                                     const Block *block)
{
  int n = given->n_sets;
  if (n == 0) return NULL;
  SelectionSet *made = carve(&m->carver, n, sizeof made[0]);
  for (int k = 0; k < n; k++) {
    SelectionSet set = given->set[k];
    set.top = integers(m, set.top, set.n_columns);
    const Block **level = carve(&m->carver, set.n_levels, sizeof level[0]);
    for (int l = 0; level && l < set.n_levels; l++) {
      level[l] = block + set.level[l]->number;
    }
    set.level = level;
    if (made) made[k] = set;
  }
  return made;
}

static const Model *make_model(Maker *m, const Model *given)
{
  Model *made = carve(&m->carver, 1, sizeof *made);
  Model x = *given;
  x.state = integers(m, x.state, x.n_states);
  x.derivative = integers(m, x.derivative, x.n_states);
  x.state_nominal = numbers(m, x.state_nominal, x.n_states);
  x.shown_state = integers(m, x.shown_state, x.n_states);
  x.shown_derivative = integers(m, x.shown_derivative, x.n_states);
  x.bounded = integers(m, x.bounded, x.n_bounded);
  x.bounded_parameter =
      integers(m, x.bounded_parameter, x.n_bounded_parameters);
  x.scale_group = integers(m, x.scale_group, x.n_scaled);
  x.scale_slope = integers(m, x.scale_slope, x.n_scale_groups);
  if (x.tape_of) {
    x.tape_of =
        integers(m, x.tape_of, x.n_relations + x.n_assertions + x.n_forcings);
    x.tape_operand = integers(m, x.tape_operand, x.n_tape_operands);
  }
  x.jacobian = unpack_make_jacobian(m, given->jacobian);
  x.parameter_block =
      make_blocks(m, given->parameter_block, given->n_parameter_blocks);
  x.initial_block =
      make_blocks(m, given->initial_block, given->n_initial_blocks);
  x.block = make_blocks(m, given->block, given->n_blocks);
  x.set = make_sets(m, given, x.block);
  if (made) *made = x;
  return made;
}

bool unpack_model(const Model *given, UnpackedModel *made)
{
  RUNTIME_ASSERT(given && made);
  Maker m = {{NULL, 0}, 0};
  make_model(&m, given);
  *made = (UnpackedModel){given, NULL, 0};
  if (m.n_packed == 0) return true;
  made->memory = malloc(m.carver.used);
  if (!made->memory) return false;
  made->size = m.carver.used;
  m.carver = (Carver){made->memory, 0};
  made->model = make_model(&m, given);
  return true;
}
