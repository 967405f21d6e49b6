/* reduced.h: the index-1 result, ready to be written; read-only.
 *
 * Unknowns are solved in three sequences of blocks (dependent parameters, the
 * initial system, the continuous system). Every variable has a slot: its
 * array and index there, which is its FMI value reference. Aliases with equal
 * sign share the slot of their representative; those with a minus sign have
 * their own slot and a block at the end of the sequences.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_REDUCED_H
#define FOUCAULT_REDUCE_SYSTEM_REDUCED_H

#include "reduce/system/system.h"

typedef enum ONE_BYTE BlockKind {
  BLOCK_ASSIGN, /* unknown[0] := value */
  BLOCK_SOLVE,  /* n Real unknowns from n residuals */
  BLOCK_SELECT, /* one level of a selection set: n residuals for n of the
                   n_columns candidates; the others are states */
  BLOCK_LEAST   /* initialization: n_columns unknowns from n residuals, by the
                   smallest change from their start values */
} BlockKind;

typedef struct JacobianEntry {
  int row, column;
  ExprId value; /* d residual[row] / d unknown[column] */
} JacobianEntry;

/* d value / d var (row 0) of an assignment, d residual[row] / d var else;
 * NO_EXPR: `along` of the block has it. */
typedef struct TangentEntry {
  int row;
  VarId var; /* NO_VAR: time */
  ExprId value;
} TangentEntry;

enum { FORMULA_UNKNOWNS = 8 }; /* of a loop that may be solved by formulas */

/* Unknowns of a loop of the initial system that follow from start values, in
 * the order of computation (start_propagation.h). */
typedef struct FirstValues {
  int *column;   /* [n] */
  ExprId *value; /* [n] */
  int n;
} FirstValues;

/* How a block is solved that is not an assignment. Most blocks of large models
 * are assignments: what these do not need stands here. */
typedef struct LoopMethod {
  /* Order of elimination and proposed pivot rows (pivot_order.h); NULL: small
   * or full, no order pays. */
  int *order, *pivot_row; /* [n_columns] */
  /* BLOCK_SOLVE, linear and small, else NULL: the pivots in the order of
   * elimination, and the residuals where all unknowns are zero. */
  int *formula_row, *formula_column; /* [n] */
  ExprId *rest;                      /* [n] */
  /* BLOCK_SOLVE, nonlinear: the columns that are iterated for, and how the
   * others are computed from them, in this order (tearing.h). Without inner
   * unknowns all are iterated for. */
  int *torn, *inner; /* columns */
  ExprId *inner_value;
  int n_torn, n_inner;
  int n_fill;         /* entries of the factors, if there is an order */
  FirstValues *first; /* NULL: none */
  bool *
      is_preferred_start; /* BLOCK_LEAST: [n_columns] the start value counts; what has
                    none takes any value */
} LoopMethod;

/* May something be left open by the equations of a loop: Block.may_open. */
typedef enum OpenKind { OPEN_NEVER, OPEN_BY_BRANCH, OPEN_BY_FACTOR } OpenKind;

typedef struct ReducedBlock {
  BlockKind kind;
  bool linear;   /* all but BLOCK_ASSIGN: affine in the unknowns */
  bool constant; /* the same: the Jacobian depends on parameters only */
  OpenKind may_open; /* an unknown may drop out of its equations by the branches
                    that are taken, or where an unknown that is its factor is
                    zero */
  int n;
  int n_columns; /* n but for BLOCK_SELECT and BLOCK_LEAST */
  int n_entries, n_tangents;
  VarId *unknown;      /* [n_columns]; BLOCK_SELECT: NO_VAR where the chain of
                       the column does not reach down to this level */
  EqId *equation;      /* [n]; NO_EQ: an initial or parameter equation */
  Span *span;          /* [n] of the equations */
  ExprId value;        /* BLOCK_ASSIGN */
  ExprId divisor;      /* BLOCK_ASSIGN: value divides by it, and it may become
                           zero while the model runs; else NO_EXPR */
  ExprId divisor_size; /* where the divisor is a sum: |a| + |b|; else NO_EXPR */
  ExprId along;        /* BLOCK_ASSIGN: how far it goes along a direction, with
                           EXPR_DIRECTION in it; NO_EXPR: the sum over tangent */
  ExprId *residual;    /* [n] all but BLOCK_ASSIGN */
  JacobianEntry *entry;  /* the same: by column, then row */
  int set, level;        /* BLOCK_SELECT: of System.set; level from 1 */
  LoopMethod *how;       /* all but BLOCK_ASSIGN; there NULL */
  TangentEntry *tangent; /* [n_tangents] made by tangent.c; by row */
} ReducedBlock;

typedef struct BlockSequence {
  ReducedBlock *block;
  int n_blocks, cap_blocks;
} BlockSequence;

/* In step with the words FMI 2.0 uses (section 2.2.7). */
typedef enum ONE_BYTE FmiCausality {
  FMI_PARAMETER,
  FMI_CALCULATED_PARAMETER,
  FMI_INPUT,
  FMI_OUTPUT,
  FMI_LOCAL,
  FMI_INDEPENDENT
} FmiCausality;
typedef enum ONE_BYTE FmiVariability {
  FMI_CONSTANT,
  FMI_FIXED,
  FMI_TUNABLE,
  FMI_DISCRETE,
  FMI_CONTINUOUS
} FmiVariability;
typedef enum ONE_BYTE FmiInitial {
  FMI_INITIAL_NONE,
  FMI_EXACT,
  FMI_APPROX,
  FMI_CALCULATED
} FmiInitial;

/* One ScalarVariable, in the order of modelDescription.xml. The first is
 * `time`, value reference 0 of the Reals. */
typedef struct ReducedVar {
  Name name;
  const VarAttributes *attributes;
  const char *text; /* of a String, which is a VAR_INTEGER: its start */
  double start, min, max, nominal; /* numbers, also for Integer, Boolean */
  VarId var;                       /* NO_VAR: time */
  int value_reference;
  int derivative_of; /* index into var[], -1: none */
  VarType type;
  FmiCausality causality;
  FmiVariability variability;
  FmiInitial initial;
  bool has_start, has_min, has_max, has_nominal;
  bool is_state;
  bool is_pinned; /* begins with its start value, a number or not */
  bool is_alias;  /* shares the slot of an earlier variable */
  bool is_hidden; /* not in modelDescription.xml, see expose.h */
} ReducedVar;

/* One start value that depends on parameters. */
typedef struct ReducedStart {
  VarId var;
  ExprId value;
  bool is_guess; /* of a Real without a start value; may not be finite */
} ReducedStart;

/* A factor made of parameters that some assignment divides by. */
typedef struct ReducedDivisor {
  ExprId value, size; /* see ReducedBlock.divisor_size */
  Span span;          /* of the equation */
  VarId unknown;      /* that is solved for */
} ReducedDivisor;

/* How an unknown depends on a known: the factor with which it enters, in
 * FMI's words (section 2.2.8, dependenciesKind); in rising order. */
typedef enum ONE_BYTE DependencyKind {
  DEPENDS_CONSTANT,
  DEPENDS_FIXED,    /* of parameters that do not change after the start */
  DEPENDS_TUNABLE,  /* of tunable ones too */
  DEPENDS_DISCRETE, /* changes at events only */
  DEPENDS_FREELY    /* "dependent" */
} DependencyKind;

/* Structure of the integrator's matrix; see jacobian_pattern.h. */
typedef struct SparsePattern { /* see jacobian_pattern.h */
  int n, n_nonzeros;
  int *column_start, *row; /* [n+1], [n_nonzeros] rising */
  int n_colors;
  int *color_start, *column; /* [n_colors+1], [n] by colour */
} SparsePattern;

/* The continuous system as F(t, y, y') = 0 without superfluous derivatives;
 * see implicit.h. */
typedef struct ReducedImplicit {
  bool exists;
  bool *keeps;  /* [blocks of the continuous sequence] still computed */
  VarId *slope; /* [n_slopes] not computed: y' of their integrals */
  VarId *dummy; /* [n_dummies] not computed: elements of y */
  int n_slopes, n_dummies;
  /* The equations of what is not computed, superfluous ones left out. Of its
   * kind only n, equation, span, residual and tangent are set. */
  ReducedBlock rows;
} ReducedImplicit;

/* A factor by which an impulse enters an equation. */
typedef struct ReducedJumpFactor {
  int row;   /* of ReducedJumps.law */
  VarId var; /* that may have an impulse */
  VarId own; /* the law is integrated, and this is what the factor is a function
                of; NO_VAR: the factor must not change */
  ExprId value;
} ReducedJumpFactor;

/* Constraints that may jump at events; see jump_rows.h. */
typedef struct ReducedJumps {
  /* The versions below the highest of each chain of System.jump: first the one
   * right below it of each, then the others. Of its kind only n, equation,
   * span, residual and tangent are set; of `law` the first three. */
  ReducedBlock rows;
  int *jump_of;    /* [rows.n] into System.jump */
  bool *is_deep;   /* [rows.n] its jump would need derivatives of impulses */
  VarId *variable; /* [n_variables] that the rows hold, */
  int n_variables;
  int n_jumping;        /* at first those whose derivatives are the highest */
  bool jumps_by_itself; /* false: parameters alone make them jump */
  ReducedBlock law;  /* equations that are not differentiated and whose factors
                       may change */
  bool *law_changes; /* [law.n] false: with parameters alone, or integrated */
  int *law_jump;     /* [law.n] into System.jump; -1: not integrated */
  ReducedJumpFactor *factor;
  int n_factors;
  /* for reports: variables that may jump, sums of them that stay */
  VarId *leaper;
  ExprId *law_sum;
  int n_leapers, n_law_sums;
} ReducedJumps;

/* What directions need beside the sequences; see follow_rows.h. */
typedef struct ReducedFollow {
  bool exists;
  /* Only n, equation, span, residual and tangent are set. */
  ReducedBlock crossings; /* [sys->n_relations] */
  ReducedBlock reinits;   /* [sys->n_reinits] values */
  ReducedBlock samples;   /* [2 * sys->n_samples] start, interval of each */
  ReducedBlock starts;    /* start values of Reals that depend on parameters */
  VarId *started;         /* [starts.n] whose they are */
} ReducedFollow;

/* Variables without a nominal value that are of comparable size; see
 * scale_groups.h. */
typedef struct ReducedScales {
  int n;            /* groups */
  int *of_var;      /* [sys->n_vars] from 1; 0: not integrated, or in no need */
  double *hint;     /* [n] largest number it is compared with; 0: none */
  int *slope;       /* [n] the group of derivatives of its variables; 0: none */
  int *of_relation; /* [sys->n_relations] whose sides differ by it; 0: none */
  /* Parameters and inputs in a group, at most MOST_SCALE_SOURCES of each. */
  VarId *source;
  int *source_group; /* from 1 */
  int n_sources;
} ReducedScales;
enum { MOST_SCALE_SOURCES = 8 };

/* What relations compare, as programs of few steps; see tapes.h. */
typedef struct TapeStep {
  const char *op;  /* "SIN": TAPE_SIN of fmu_runtime/model.h */
  int16_t a, b, c; /* earlier steps; of a leaf a: which operand */
} TapeStep;
typedef struct ReducedTape {
  int first, n_steps; /* of ReducedTapes.step */
  int n_operands;
  bool has_states;
} ReducedTape;
/* Why something that may change between events has no tape. */
typedef enum ONE_BYTE TapeLack {
  TAPE_LACKS_NOTHING,
  TAPE_OF_LOOP,     /* var: unknown of an algebraic loop */
  TAPE_OF_SET,      /* var: of a selection set */
  TAPE_OF_PAST,     /* var: a delayed value, or one of a line */
  TAPE_OF_RATE,     /* var: the derivative of an input */
  TAPE_OF_FUNCTION, /* not built in, or without a rule */
  TAPE_TOO_LONG
} TapeLack;
typedef struct TapeReason {
  TapeLack lack;
  VarId var;
} TapeReason;
typedef struct ReducedTapes {
  TapeStep *step;
  int n_steps, cap_steps;
  ReducedTape *tape;
  int n, cap;
  ExprId *forcing; /* see forcings.h */
  int n_forcings;
  TapeReason *reason; /* of each item, as of_item */
  int *of_item; /* [sys->n_relations + sys->n_assertions + n_forcings] from 1;
                   0: none */
  int *operand; /* of the items that have one, one after the other */
  int n_operands, cap_operands;
  double *number; /* each once */
  int n_numbers, cap_numbers;
} ReducedTapes;

typedef struct ReducedSystem {
  Name name;               /* Modelica class name */
  const char *identifier;  /* C identifier for FMI's modelIdentifier */
  const char *description; /* NULL: none */
  SystemExperiment experiment;
  TranslationChoice choice; /* the integrator is settled: see `ida` */
  ExprTable *exprs;
  const System *sys; /* names, spans, relations */

  ReducedVar *var;
  int n_vars;
  int *row_of_var;  /* [sys->n_vars] index into var[], -1: not there */
  bool *tunable;    /* [sys->n_vars] parameters, see tunable.h */
  SystemText *text; /* Strings that are not hidden, by value reference */
  int n_texts;
  int n_real, n_integer, n_boolean; /* slots; real slot 0 is time */
  /* Aliases of another unit than the owner of their slot have value
   * references of their own, from n_real on: alias_slot[reference - n_real]. */
  int n_real_aliases;
  int *alias_slot; /* [n_real_aliases] */
  int *slot;       /* [sys->n_vars]: value reference in the array of its type */

  BlockSequence parameters, initial, continuous;
  ReducedStart *start;
  int n_starts;
  ReducedDivisor *divisor; /* must not be zero; each once */
  int n_divisors;
  VarId *
      start_preference; /* variables with a start value that initialization may have to
                  change (initial_levels.h) */
  bool *
      start_preference_is_free; /* unknown of a BLOCK_LEAST: the start value counts */
  int n_start_preferences;

  /* States in the order of the interface: static ones, then those of the
   * selection sets, set by set. source: the variable that a state stands for
   * (of a set: by the choice at the start values), else itself. */
  VarId *state, *derivative; /* [n_states] */
  VarId *state_source, *derivative_source;
  double *state_nominal;
  int n_states;
  int *set_first_state; /* [sys->n_sets] */
  VarId *constraint;    /* residuals that are brought back to zero */
  int n_constraints;
  bool sparse; /* integrate with sparse matrices */
  SparsePattern jacobian;
  ReducedImplicit implicit;
  ReducedJumps jumps;
  ReducedFollow follow;
  ReducedScales scale;
  ReducedTapes tapes;

  /* for reports: equations and variables of the model as given, its index;
   * the index that is left when equal variables are merged */
  int n_equations, n_variables, index, merged_index;
} ReducedSystem;

#endif
