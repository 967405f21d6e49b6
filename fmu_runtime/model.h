/* model.h: the only contract between generated code and runtime.
 *
 * The generator writes one C file per model that defines
 *
 *   const Model foucault_model = { ... };
 *
 * and nothing else of external linkage. The runtime owns everything that does
 * not depend on the model. Generated code keeps no state: all values are in
 * the ModelValues it is given, so instances in several threads never meet.
 *
 * Generated code may also include the other headers beside this one (strings,
 * arrays, external functions, resources); what lies in the rooms below is the
 * runtime's own. Files include each other by relative paths, so that a source
 * FMU compiles without any include path.
 *
 * Tables that are marked "may be packed" may have few elements in place of
 * many: packed_table.h. The runtime works with the tables at full length.
 *
 * Value references: an FMI value reference is the index into the array of its
 * type. real[0] is time. References of Reals from n_real on are other names of
 * a place (real_alias). In FMI 3.0, where references are unique across types,
 * the highest four bits say which array is meant: REFERENCE_*.
 */
#ifndef FOUCAULT_MODEL_H
#define FOUCAULT_MODEL_H

#include <stddef.h>

#define FOUCAULT_MODEL_CONTRACT 28

/* The first element of a table that is packed. */
#define PACKED_TABLE (-2147483647 - 1)

/* Everything generated code reads and writes. Arrays are owned by the
 * runtime's instance. */
typedef struct ModelValues {
  double *real; /* [n_real]; real[0] is time */
  int *integer; /* [n_integer] */
  int *boolean; /* [n_boolean]: 0 or 1 */
  /* Values of the event relations. Generated code only reads them: they are
   * constant while integrating; the runtime sets them from crossings() in
   * initialization and event mode and evaluates again until they agree. */
  unsigned char *relation; /* [n_relations]: 0 or 1 */
  /* Quiet relations alone: 1 where the runtime has made an event relation of
   * it (events/quiet.h). */
  unsigned char *awake;
  int initial;    /* value of initial() */
  void *instance; /* for block_solve() only */
  /* The block that block_solve() or block_tangent() works on: functions that
   * several blocks share find their references by it. */
  const struct Block *block;
  /* Those of the model, for block_solve() and block_tangent(). */
  const struct Block *parameter_block, *initial_block, *continuous_block;
} ModelValues;

/* Of a condition that makes no events what it says now, unless it is awake;
 * k: its relation. */
static inline int quiet_relation(const ModelValues *v, int k, int now)
{
  return v->awake[k] ? v->relation[k] : now;
}

/* The same of sign(x), whose relation is 0 < x. */
static inline double quiet_sign(const ModelValues *v, int k, double x)
{
  if (v->awake[k]) return v->relation[k] ? 1 : -1;
  return (double)((x > 0) - (x < 0));
}

/* A direction in the space of all Real values, and how residuals change. */
typedef struct Tangent {
  double *d; /* [n_real] by value reference */
  double *r; /* [largest_block] of the block at hand */
} Tangent;

/* One algebraic loop: n equations residual(unknowns) = 0. A selection block
 * (set > 0) has more columns than equations: n of them are solved for, the
 * others are states at the moment (see SelectionSet). So has a block of
 * initialization with `start_preference`: all columns are solved for, by the
 * smallest change from their start values. */
enum { OPEN_BY_BRANCH = 1, OPEN_BY_FACTOR };
typedef struct Block {
  int number; /* index in the table of its sequence, for messages */
  int n;
  int set;       /* number of the selection set, from 1; 0: none */
  int level;     /* selection blocks: from 1 */
  int n_columns; /* selection blocks: number of candidates; with preference: of
                    unknowns; else n */
  int linear;    /* the residual is affine in the unknowns */
  int constant;  /* the Jacobian depends on parameters only */
  int may_open;  /* OPEN_BY_BRANCH: an unknown that drops out of all equations,
                    by the branches they take, keeps its value; nonlinear:
                    block_open.h. OPEN_BY_FACTOR: nonlinear, it may where
                    another unknown is zero, not in initialization; 0: none */
  int is_constraint; /* of no set, its Jacobian not constant: it holds
                        equations that were differentiated. Where the Jacobian
                        becomes singular there is no way on */
  int is_held;       /* its unknowns change at events only: from one to the next
                  there is no branch to follow */
  /* Where the factors of the Jacobian are kept: block k of Model.block in
   * store k + 1. Blocks of initialization share store 0 and keep nothing. */
  int store;
  /* unknown, nominal, column_start, row, order, pivot_row, torn may be
   * packed. */
  const int *unknown;    /* [n_columns] value references of Real variables;
                              -1: the column does not exist at this level */
  const double *nominal; /* [n_columns] > 0, scale of each unknown */
  /* Selection blocks: above 1 where the candidate is rather to be solved for,
   * below 1 where it is rather to be a state. NULL: all are 1. */
  const double *weight;  /* [n_columns] or NULL */
  const double *minimum; /* [n_columns] or NULL; -HUGE_VAL: none; guidance */
  const double *maximum; /* [n_columns] or NULL */
  /* Sparse Jacobian d residual / d unknown, column by column: entries
   * column_start[j] .. column_start[j+1]-1 have rows row[k], rising. */
  int n_nonzeros;
  const int *column_start; /* [n_columns+1] */
  const int *row;          /* [n_nonzeros] */
  /* Order in which columns are eliminated, and the row in which the pivot of
   * each column is preferred (-1: none). NULL: factored dense, and no row is
   * preferred. n_fill: entries of the factors to be expected. */
  const int *order;     /* [n_columns] or NULL */
  const int *pivot_row; /* [n_columns] or NULL */
  int n_fill;
  void (*residual)(ModelValues *v, double *residual); /* [n] */
  void (*jacobian)(ModelValues *v, double *value);    /* [n_nonzeros] */
  /* Linear blocks: sets the unknowns by formulas, if their pivots are good
   * here; non-zero: they are not, and nothing has changed. NULL: none. */
  int (*formula)(ModelValues *v);
  /* A torn block: the columns that are iterated for, and the computation of
   * all other unknowns from these. */
  int n_torn;      /* 0: not torn */
  const int *torn; /* [n_torn] columns, rising */
  void (*inner)(ModelValues *v);
  /* In initialization: sets unknowns, by block_first(), to what follows for
   * them from start values that are trusted more than their own. NULL: none
   * does. */
  void (*first)(ModelValues *v);
  /* Where Newton's method fails: block_kinsol() for nonlinear blocks, which so
   * becomes part of FMUs that may need it; NULL: none. */
  int (*fall_back)(ModelValues *v, const struct Block *block);
  /* Change t->r of the residuals along t->d, but for the unknowns of plain
   * blocks; candidates of selection blocks count. */
  void (*tangent)(ModelValues *v, Tangent *t);
  /* The transpose: adds to t->d what the weights t->r of the residuals give.
   * NULL: the model has no adjoint derivatives. */
  void (*adjoint)(ModelValues *v, Tangent *t);
  /* What the functions read, if several blocks share them, through v->block:
   * value references and indices of relations, numbers. Else NULL. */
  const int *reference;
  const double *literal;
  /* An entry that stands for 1 + n_twins blocks, of which the runtime makes
   * entries: the number of each is twin_step above that of the one before (and
   * its store, if it has one of its own); its n_columns unknowns, n_references
   * references and n_literals literals (0: it has the same) come after those
   * of the one before. Tables of unknowns and references are packed as one. */
  int n_twins, twin_step, n_references, n_literals;
  /* [n_columns] or NULL: 1 where the start value of the unknown is to be kept
   * as far as possible, 0 where it is no more than a guess. */
  const unsigned char *start_preference;
  const char *const *equation; /* [n] "file.mo:14: x^2 + y^2 = L^2" */
  /* Where `equation` is NULL the runtime makes it: equation k is
   * text[text_of[k]]. */
  const char *const *text;
  const int *text_of; /* [n] may be packed */
  /* [n_columns] names of the unknowns; NULL: those of Model.names, by value
   * reference (reference_name.h). */
  const char *const *name;
} Block;

/* Constraints whose dummy derivatives are chosen while the FMU runs.
 *
 * Column c is a variable with its derivatives; level[l-1]->unknown[c] is the
 * one that is l derivatives below the highest, top[c]. At each level as many
 * columns are chosen as the level's block has equations, and solved for; a
 * column that is chosen at level l+1 is chosen at level l. What exists and is
 * not chosen is a state; its derivative is the same column one level higher.
 * The number of states never changes. */
typedef struct SelectionSet {
  int n_columns, n_levels;
  const Block *const *level; /* [n_levels] */
  const int *top;            /* [n_columns] value references; may be packed */
  int first_state, n_states; /* its part of the states */
} SelectionSet;

/* Coordinates along constraints that the runtime chooses (coordinate_frame.h).
 * At level l the model has along[i] = sum over c of entry[i][c] * tied[c], all
 * by value reference; each level is the derivative of the one before it.
 * Levels below n_levels are states, the last one are derivatives of states. */
typedef struct CoordinateFrame {
  int n_columns, n_along, n_levels;
  const int *tied;       /* [(n_levels + 1) * n_columns] */
  const int *along;      /* [(n_levels + 1) * n_along] */
  const int *entry;      /* [n_along * n_columns] kept by the runtime */
  const double *nominal; /* [n_columns] > 0, of the first level */
} CoordinateFrame;

/* Solves the block for its unknowns, starting from their present values, and
 * leaves the solution in v->real. Provided by the runtime, called by generated
 * code. Non-zero: no solution (logged). */
int block_solve(ModelValues *v, const Block *block);

/* A first value for an unknown of the initial system. What is not finite, or
 * was set by the importer, stays. */
void block_first(ModelValues *v, int reference, double value);

/* Moves the unknowns near to a solution by KINSOL; see block_kinsol.h. */
int block_kinsol(ModelValues *v, const Block *block);

/* A factor by which an equation would be divided is zero, or no number: says
 * so and returns non-zero. texts: rows (text_rows.h) of "@" and an equation,
 * then "x: the factor a" for each guard of that equation; `number` counts the
 * guards. Provided by the runtime. */
int block_divisor(ModelValues *v, const char *const *texts, int number,
                  double value);

/* Sets t->d of the block's unknowns from that of the others, at the present
 * solution. Provided by the runtime. Non-zero: the Jacobian is singular. */
int block_tangent(ModelValues *v, const Block *block, Tangent *t);

/* The transpose: weights t->d of the block's unknowns are spread over that of
 * the others. */
int block_adjoint(ModelValues *v, const Block *block, Tangent *t);

/* A function of the model: arguments in, results out, Integers and Booleans
 * as doubles. depth: how many calls it is inside of. Non-zero: it failed,
 * which is noted, and its results are NaN. */
typedef int (*ModelFunction)(const ModelValues *v, int depth, const double *in,
                             double *out);

typedef struct ModelFunctionInfo {
  const char *name;
  int n_in, n_out;
  /* for messages, of functions with Strings and of constructors alone; else
   * NULL: the name of each input, and a 't' for each that is a String */
  const char *const *input; /* [n_in] */
  const char *text;         /* [n_in] */
  int makes_object;         /* the last input is the object's number, from 0 */
} ModelFunctionInfo;

enum { FUNCTION_DEEPEST = 1000, FUNCTION_MOST_TURNS = 20000000 };

/* Provided by the runtime; return non-zero, so that a function can end with
 * them. What went wrong, at the place "file.mo:9: text"; the message names
 * the function and its arguments. */
int function_fail(const ModelValues *v, const ModelFunctionInfo *f,
                  const double *in, double *out, const char *place,
                  const char *what);
/* The value is not an index of a dimension of an array. */
int function_fail_index(const ModelValues *v, const ModelFunctionInfo *f,
                        const double *in, double *out, const char *place,
                        double index, int dimension, double size);
/* A function that it called has failed. */
int function_pass_on(const ModelFunctionInfo *f, double *out);
/* assert() at the level of a warning: logged once. */
void function_warn(const ModelValues *v, const ModelFunctionInfo *f,
                   const char *place, const char *what);
/* Quotients of central differences: in holds n_in arguments, then a direction
 * for each; out the n_out derivatives. */
int function_difference(const ModelValues *v, int depth,
                        const ModelFunctionInfo *f, ModelFunction function,
                        const double *in, double *out);
/* The results of the function for these arguments: those that were kept in one
 * of n_rows (a power of two) rows of the model's memo, from its number `first`
 * on, else those that it computes. */
int function_kept(const ModelValues *v, int depth, const ModelFunctionInfo *f,
                  ModelFunction function, int first, int n_rows,
                  const double *in, double *out);
/* The results of a function that does more than to give them: during an event
 * iteration those of the same call before (functions/event_effects.h). */
int function_once(const ModelValues *v, int depth, const ModelFunctionInfo *f,
                  ModelFunction function, const double *in, double *out);
/* Memory for a place of a call: numbers of Model.call_room[room], from `first`
 * on (call_room.h). */
double *call_room(const ModelValues *v, int room, size_t first);
/* Arguments of a function, n of them from `at` on copied from a row. */
static inline double *function_row(double *to, int at, const double *row, int n)
{
  for (int k = 0; k < n; k++) to[at + k] = row[k];
  return to;
}
/* The number of turns of for i in first:step:last. */
int function_turns(double first, double step, double last);

/* What may be done with a variable through the interface; causality,
 * variability and initial of modelDescription.xml say the same. */
enum {
  VARIABLE_TIME,      /* independent variable: never set */
  VARIABLE_CONSTANT,  /* never set */
  VARIABLE_PARAMETER, /* independent parameter: set before initialization
                          ends */
  VARIABLE_TUNABLE,   /* the same, and at events or between steps too */
  VARIABLE_DEPENDENT, /* calculated parameter: never set */
  VARIABLE_INPUT,     /* set at any time */
  VARIABLE_EXACT,     /* start value is an initial condition: may be set
                          before initialization ends */
  VARIABLE_APPROX,    /* start value is a guess: the same */
  VARIABLE_CALCULATED /* never set */
};

/* An event relation: true where its crossing function is below zero, or,
 * with or_equal, not above zero. A timed one depends on time alone between
 * events: in place of its crossing function stands the time at which it
 * changes. Of one that is RELATION_SEARCHED the runtime finds that time by its
 * tape; its crossing function is as usual. */
enum { RELATION_SEARCHED = 2 };
typedef struct Relation {
  int or_equal;
  int timed; /* 1: true from that time on, -1: before it; RELATION_SEARCHED; 0:
                not timed */
  const char *text; /* "file.mo:9: x < 0", for messages */
  double nominal;   /* > 0, size of what the crossing function subtracts */
  int group;        /* scale group (from 1) of that, 0: none */
} Relation;

/* assert() and terminate() of the model. */
enum {
  ASSERTION_ERROR,
  ASSERTION_WARNING,  /* logged once */
  ASSERTION_TERMINATE /* does not hold: the simulation is to end */
};
enum {
  ASSERTION_ALWAYS,  /* looked at where the model has settled */
  ASSERTION_INITIAL, /* the same, in initialization only */
  ASSERTION_EVENT,   /* looked at in each round of the event iteration */
  ASSERTION_STEADY   /* changes at events only: looked at where the model has
                        settled, and after each event */
};
enum { ASSERTION_REAL, ASSERTION_INTEGER, ASSERTION_BOOLEAN };
/* A variable in the condition, reported with the message. */
typedef struct AssertionValue {
  const char *name;
  int type, reference;
} AssertionValue;
typedef struct Assertion {
  int level, moment;
  const char *text;            /* "file.mo:9: x > 0: message" */
  const AssertionValue *value; /* [n_values] or NULL */
  int n_values;
} Assertion;

/* A crossing function, the condition of an assertion or a forcing as data, from
 * which the runtime computes enclosures over a stretch of time (tape.h). The result of a
 * step is a number, or 0 or 1; operands are the results of earlier steps a, b,
 * c. Leaves: operand a of the tape's own operands is an index into an array.
 * What is not a TAPE_STATE, a TAPE_INPUT or time is constant between events. */
enum {
  TAPE_TIME,
  TAPE_NUMBER,   /* tape_number */
  TAPE_REAL,     /* real */
  TAPE_INTEGER,  /* integer */
  TAPE_BOOLEAN,  /* boolean */
  TAPE_RELATION, /* relation */
  TAPE_STATE,    /* state; not of a selection set */
  TAPE_INPUT,    /* real: an input, which may move */
  TAPE_ADD,
  TAPE_SUB,
  TAPE_MUL,
  TAPE_DIV,
  TAPE_POW,
  TAPE_NEG,
  TAPE_SIN,
  TAPE_COS,
  TAPE_TAN,
  TAPE_ASIN,
  TAPE_ACOS,
  TAPE_ATAN,
  TAPE_ATAN2,
  TAPE_SINH,
  TAPE_COSH,
  TAPE_TANH,
  TAPE_EXP,
  TAPE_LOG,
  TAPE_LOG10,
  TAPE_SQRT,
  TAPE_ABS,
  TAPE_SIGN,
  TAPE_MIN,
  TAPE_MAX,
  TAPE_FLOOR,
  TAPE_CEIL,
  TAPE_LT, /* relations without events */
  TAPE_LE,
  TAPE_EQ,
  TAPE_NE,
  TAPE_AND,
  TAPE_OR,
  TAPE_NOT,
  TAPE_IF /* a: condition */
};
enum { TAPE_MOST_STEPS = 200 };
typedef struct TapeStep {
  short op, a, b, c;
} TapeStep;
/* Shared by all relations of one shape. The last step has the result. */
typedef struct Tape {
  int n_steps, n_operands;
  const TapeStep *step; /* [n_steps] */
} Tape;

/* A variable and its pre(): both by value reference. */
typedef struct PrePair {
  int now, before;
  int is_continuous; /* changes between events too */
} PrePair;

/* y = delay(x, T), T not above `longest`: all by value reference of Reals. y
 * is stored by the runtime before the model is evaluated. */
typedef struct Delay {
  int x, T, longest, y;
  int is_constant_between_events; /* x and T change at events only */
} Delay;

/* The derivative of an input (both by value reference of Reals), which the
 * importer gives in Co-Simulation. It is stored by the runtime before the
 * model is evaluated. */
typedef struct InputRate {
  int input, order, rate; /* order: from 1 to INPUT_ORDERS */
  const char *name;       /* of the input */
} InputRate;

/* y = spatialDistribution(in0, in1, x, positive, point, value), the value at
 * the beginning of the line: all by value reference of Reals; positive is 1 or
 * 0. y is stored by the runtime before the model is evaluated. */
typedef struct Transport {
  int in0, in1, x, positive, y;
  int n_points;             /* at least 2, of the initial profile */
  const int *point, *value; /* [n_points] parameters */
} Transport;

/* sample(start, interval). */
typedef struct SampleTimes {
  double start, interval;
} SampleTimes;

/* reinit(x, value), to be done where active. */
typedef struct ReinitValue {
  int active;
  double value;
} ReinitValue;

/* A variable whose start value is a preference: initialization may change it,
 * and then says so. Where it is not free, other conditions determine it. */
typedef struct StartPreference {
  int reference;
  int is_free;
  double nominal; /* > 0 */
  const char *name;
} StartPreference;

/* The integrators of the runtime (integrator.h): an FMU contains the one that
 * its model names. */
struct IntegratorMethod;
extern const struct IntegratorMethod integrator_cvode, integrator_ida;

/* The sparse linear solver of the runtime (sparse/sparse_solver.h): in FMUs whose model
 * names it. */
struct SparseSolver;
extern const struct SparseSolver sparse_solver;

/* Structure of the integrator's matrix, column by column as in Block, and a
 * colouring: columns of one colour share no row, so that one direction serves
 * them all. integrator_cvode: d derivatives / d states, with the whole
 * diagonal, good for every choice of states. integrator_ida: columns are the
 * unknowns of the implicit form (implicit_form.h), rows those that it may
 * have, for all choices of states: of each state and candidate the row that it
 * has as a state, then the residuals of all sets' levels, then those of the
 * loops, then the rows of ImplicitProblem. All tables may be packed. */
typedef struct JacobianPattern {
  int n;
  int n_nonzeros;
  const int *column_start; /* [n+1] */
  const int *row;          /* [n_nonzeros] */
  int n_colors;
  const int *color_start; /* [n_colors+1] into column */
  const int *column;      /* [n] ordered by colour */
} JacobianPattern;

/* The continuous system for integrator_ida where the integrator's own y' makes
 * differentiated equations superfluous (implicit_form.h). Given in real[] are
 * time, states, inputs, parameters, the slopes and the dummies. */
typedef struct ImplicitProblem {
  int n_slopes;
  const int *slope, *slope_of; /* [n_slopes] value references: y' of y */
  int n_rows; /* as many as elements of y have no row otherwise */
  int n_dummies;
  const int *dummy;      /* [n_dummies] elements of y beside the states */
  const double *nominal; /* [n_dummies] > 0 */
  const unsigned char *left_out; /* [n_blocks] loops that evaluate() lacks */
  /* As those of the Model, of what is left. */
  int (*evaluate)(ModelValues *v);
  int (*tangent)(ModelValues *v, Tangent *t);
  /* The equations of slopes and dummies; after evaluate(). The second: their
   * change t->r along t->d. */
  void (*rows)(ModelValues *v, double *residual); /* [n_rows] */
  void (*rows_tangent)(ModelValues *v, Tangent *t);
} ImplicitProblem;

/* Differentiated equations that may jump at an event (jump.h). Each of them has
 * an impulse: a Real that is zero, and that its most differentiated version
 * holds as 0 = f - impulse. How der(x) changes with it is how x jumps where the
 * version right below that one jumps by -1. */
typedef struct JumpFactor {
  int law;       /* the equation that it stands in */
  int reference; /* of the Real that it multiplies, which may have an impulse */
  int own;       /* what that is the derivative of, if the factor is a function
                    of it alone and its law has an impulse; -1: it is to stay */
} JumpFactor;
typedef struct JumpProblem {
  int of_parameters; /* they jump where a parameter is set, never else */
  int n_impulses;
  const int *impulse; /* [n_impulses] value references */
  /* The versions below the highest: the one right below it of each, then the
   * others. Their residuals, and their change t->r along t->d. */
  int n_rows;
  const int *impulse_of;   /* [n_rows] */
  const int *is_deep;      /* [n_rows] its jump would need the derivative of an
                              impulse */
  const char *const *text; /* [n_rows] "file.mo:14: v1 + v2 = V" */
  void (*rows)(ModelValues *v, double *residual);
  void (*rows_tangent)(ModelValues *v, Tangent *t);
  /* What they hold; first what may jump, then what may not. */
  int n_variables, n_jumping;
  const int *variable; /* [n_variables] value references */
  /* All factors of impulses in those equations with der() in which one of them
   * may change. */
  int n_factors;
  const JumpFactor *factor; /* [n_factors] */
  const char *const *law;   /* texts of the equations */
  /* [laws] impulses of those that are integrated, 0 = f - impulse; -1 */
  const int *law_impulse;
  void (*factors)(const ModelValues *v, double *factor); /* [n_factors] */
} JumpProblem;

/* Directions that follow parameters along a run (follow.h). With these,
 * tangent() takes t->d of parameters, of discrete Reals and of pre(v) too, and
 * initial_tangent() those of discrete Reals and of pre(v). Each function fills
 * t->r along t->d. */
typedef struct FollowProblem {
  void (*crossings)(ModelValues *v, Tangent *t); /* [n_relations] */
  void (*reinits)(ModelValues *v, Tangent *t);   /* [n_reinits] of the values */
  /* [2 * n_samples] start and interval of each */
  void (*samples)(ModelValues *v, Tangent *t);
  /* of start values that depend on parameters, and whose they are */
  void (*starts)(ModelValues *v, Tangent *t); /* [n_starts] */
  int n_starts;
  const int *started; /* [n_starts] value references */
} FollowProblem;

/* evaluate() and tangent() at POINT_LANES points side by side: element k of
 * real[] and of t->d is POINT_LANES numbers, one after the other
 * (core/points.h). Where values are not numbers, so is what follows from them;
 * nothing else is reported. */
enum { POINT_LANES = 16 };
typedef struct ModelPoints {
  void (*evaluate)(ModelValues *v);
  void (*tangent)(ModelValues *v, Tangent *t);
} ModelPoints;

/* The formulas of the integrator. METHOD_AUTO: Adams', until the model shows
 * that it is stiff. */
enum { METHOD_BDF, METHOD_ADAMS, METHOD_AUTO };

/* What is done about constraints that drift away; see drift.h. */
enum { PROJECT_OFF, PROJECT_STEP, PROJECT_INNER };

/* What a value reference of FMI 3.0 stands for: its bits from REFERENCE_SHIFT
 * on. The others are the index into the array of the type; of an array of
 * variables (REFERENCE_ARRAY is added) into Model.array. String variables are
 * counted after the constant ones, enumerations are Integers. Those of sizes
 * and of arrays that change theirs are numbers of Model.size and
 * Model.resizable. */
enum {
  REFERENCE_REAL,
  REFERENCE_INTEGER,
  REFERENCE_BOOLEAN,
  REFERENCE_STRING,
  REFERENCE_ENUMERATION,
  REFERENCE_INDICATORS, /* all event indicators */
  REFERENCE_CLOCK,      /* into Model.clock */
  REFERENCE_SIZE,       /* into Model.size */
  REFERENCE_ARRAY = 8,
  REFERENCE_RESIZABLE = 15, /* into Model.resizable */
  REFERENCE_SHIFT = 28
};

/* An array of variables, its elements in the order of rows. */
typedef struct ModelArray {
  int first_run, n_cells;
  unsigned kind; /* REFERENCE_* of its elements */
} ModelArray;

/* n elements that have the indices first, first + step, ... */
typedef struct ArrayRun {
  int first, step, n;
} ArrayRun;

/* A structural parameter of FMI 3.0 (section 2.4.7.2): an Integer, and what it
 * may be. */
typedef struct ModelSize {
  int reference;
  int min, max;
} ModelSize;

/* An array of parameters whose elements are not in real[]: the runtime
 * keeps them (evaluate/resizable.h), functions read them by arrays_kept(). */
typedef struct ModelResizable {
  int version;   /* value reference of a Real parameter: another number whenever
                  an element has changed */
  unsigned kind; /* REFERENCE_* of its elements */
  int rank;
  const int *size; /* [rank] below 0: Model.size[-1 - size] */
  const double
      *start; /* the elements, row by row, for the sizes at the start */
} ModelResizable;

/* What an element of an unknown of the description depends on (FMI 3.0, section
 * 2.2.10): n rows of Model.dependency. Elements are counted from 1. */
typedef struct ModelUnknown {
  unsigned reference;
  int element, first, n;
} ModelUnknown;
typedef struct ModelDependency {
  unsigned reference;
  int element; /* 0: all of them */
  int kind;    /* number of fmi3DependencyKind */
} ModelDependency;

/* Clocks of FMI 3.0, section 2.2.8. The importer ticks all but the last kind;
 * of each a Boolean is true in the event iteration of its tick only. */
enum {
  CLOCK_CONSTANT,  /* the interval is known at translation */
  CLOCK_PARAMETER, /* it follows from parameters */
  CLOCK_CHANGING,  /* each tick determines the time to the next one */
  CLOCK_TRIGGERED, /* whenever it may be */
  CLOCK_OUTPUT     /* the model ticks it */
};
typedef struct ModelClock {
  int kind;
  int reference; /* of the Boolean; CLOCK_OUTPUT: of the Integer that counts */
  int interval;  /* of the Real with the seconds; -1: none */
  int parameter; /* of the Real that may be set to change these; -1: none */
  long counter, resolution; /* the interval as a fraction; resolution 0: it is
                               none; counter 0: it follows from the seconds */
} ModelClock;

/* An input that changes at ticks of Model.clock only. */
typedef struct ClockedInput {
  int type; /* REFERENCE_REAL, _INTEGER or _BOOLEAN; below 0: the end */
  int reference, clock;
} ClockedInput;

/* A range that n variables have; -DBL_MAX, DBL_MAX: no bound. */
typedef struct VariableBounds {
  double min, max;
  int n;
} VariableBounds;

/* A parameter or input that a scale group is compared with. */
typedef struct ScaleSource {
  int group;     /* from 1 */
  int reference; /* of a Real */
} ScaleSource;

typedef struct Model {
  int contract; /* FOUCAULT_MODEL_CONTRACT */
  const char *name;
  const char *guid;

  int n_real, n_integer, n_boolean;
  const unsigned char *real_kind, *integer_kind, *boolean_kind; /* VARIABLE_* */
  /* Values right after instantiation: starts, parameters, constants. */
  const double *real_start;
  const int *integer_start, *boolean_start;
  /* Value references n_real .. n_real + n_real_aliases - 1 show the Real
   * real_alias[reference - n_real]: variables of equal value and another unit.
   * They are never set. */
  int n_real_aliases;
  const int *real_alias; /* [n_real_aliases] or NULL */
  /* Strings that never change; variables come after them. */
  int n_strings;
  const char *const *string; /* [n_strings] */

  /* Arrays that FMI 3.0 knows by one reference. */
  int n_arrays;
  const ModelArray *array;   /* [n_arrays] */
  const ArrayRun *array_run; /* those of all arrays */
  int n_sizes, n_resizables;
  const ModelSize *size;           /* [n_sizes] */
  const ModelResizable *resizable; /* [n_resizables] */
  /* While the model runs, then in initialization; NULL: they are not listed. */
  int n_unknowns, n_initial_unknowns;
  const ModelUnknown *unknown;
  const ModelDependency *dependency;

  int n_clocks;
  const ModelClock *clock;           /* [n_clocks] */
  const ClockedInput *clocked_input; /* NULL: there are no clocks */
  int is_scheduled; /* nothing of it is not clocked: Scheduled Execution */

  int n_states;                /* the five tables may be packed */
  const int *state;            /* [n_states] value references */
  const int *derivative;       /* [n_states] value references */
  const double *state_nominal; /* [n_states] > 0 */
  /* The variables by which the importer knows states and derivatives: the
   * same, or of a selection set variables of their own, to which the runtime
   * copies the values of what is selected. */
  const int *shown_state, *shown_derivative; /* [n_states] */

  /* Integrated variables that have min or max, in rows of equal ones. */
  int n_bounds;
  const VariableBounds *bounds; /* [n_bounds] */
  int n_bounded;
  const int *bounded; /* [n_bounded] value references; may be packed */
  /* The same of parameters; Integers come after all Reals. */
  int n_parameter_bounds;
  const VariableBounds *parameter_bounds; /* [n_parameter_bounds] */
  int n_bounded_parameters;
  const int *bounded_parameter; /* [n_bounded_parameters]; may be packed */

  int n_sets;
  const SelectionSet *set; /* [n_sets] */

  /* Which of the integrated variables, in the order of scale.h, are of
   * comparable size. */
  int n_scale_groups; /* 0: all have nominal values */
  int n_scaled;       /* variables; 0 without groups */
  const int *
      scale_group; /* [n_scaled] from 1; 0: has a nominal value; may be packed */
  const int *scale_slope;   /* [n_scale_groups] group of their derivatives; 0:
                               none; may be packed */
  const double *scale_hint; /* [n_scale_groups] 0: none; NULL: all 0 */
  int n_scale_sources;
  const ScaleSource *scale_source;

  /* Integrated variables, in the order of scale.h, that count turns: what their
   * error may be does not grow with their values. */
  int n_turns;
  const int *turn; /* [n_turns] rising */

  int n_coordinate_frames;
  const CoordinateFrame *coordinate_frame; /* [n_coordinate_frames] */

  /* Reals that should be zero but may drift away: residuals of constraints
   * that are left to their derivatives. */
  int n_constraints;
  const int *constraint; /* [n_constraints] value references */

  const JumpProblem *jumps;    /* NULL: no differentiated equation may jump */
  const FollowProblem *follow; /* NULL: the FMU was not made for it */

  int n_relations;
  const Relation *relation; /* [n_relations] */
  /* The last ones are quiet: conditions that make no events as long as the
   * runtime does not wake them; so many may be awake. */
  int n_quiet, n_quiet_indicators;
  /* How many of the others are not timed, and n_quiet_indicators. */
  int n_indicators;

  /* Tapes of relations, then of assertions, then of forcings (what drives the
   * states by time alone): by number, from 1; 0: it has none. The operands of
   * all come one after the other. Both tables of integers may be packed. */
  const Tape *tape;
  int n_forcings;
  const int *tape_of; /* [n_relations + n_assertions + n_forcings]; NULL: none
                         has one */
  int n_tape_operands;
  const int *tape_operand;   /* [n_tape_operands] */
  const double *tape_number; /* of TAPE_NUMBER */

  /* The runtime copies `now` to `before` between the rounds of the event
   * iteration until both agree. */
  int n_real_pre, n_integer_pre, n_boolean_pre;
  const PrePair *real_pre, *integer_pre, *boolean_pre;

  int n_samples;
  const int *sample; /* [n_samples] Booleans, true at their events only */
  void (*samples)(const ModelValues *v, SampleTimes *t); /* [n_samples] */

  int n_reinits;
  const int *reinit; /* [n_reinits] value references of states */
  void (*reinits)(const ModelValues *v, ReinitValue *r); /* [n_reinits] */

  int n_delays;
  const Delay *delay; /* [n_delays] */
  int n_input_rates;
  const InputRate *input_rate; /* [n_input_rates] */
  int n_transports;
  const Transport *transport; /* [n_transports] */

  /* Texts of the model: Strings 1 .. n_texts (string_pool.h). is_string:
   * String variables, which are Integers. has_strings: some of them are
   * computed. */
  int n_texts;
  const char *const *text;
  int uses_strings, has_strings;
  const unsigned char *is_string; /* [n_integer] or NULL */

  int n_objects;             /* external objects, see external_object.h */
  const char *const *object; /* [n_objects] the variables that hold them */

  int n_memo; /* numbers that functions keep, see function_kept() */
  /* Numbers of calls that are not on the stack (call_room.h): of all places of
   * calls, by room; of functions, each called once. */
  size_t call_room[2], function_room;

  int terminal; /* 1 + reference of the Boolean terminal(); 0: not used */
  /* Reference of the Real that goes from 0 (simplified equations) to 1 in
   * initialization, if need be; 0: the model has none. */
  int homotopy;

  /* Default experiment; tolerance is always > 0. */
  double start_time, stop_time, tolerance;
  int has_stop_time;
  /* 1 + reference of the Real parameter that sets the tolerance, at any time;
   * 0: none. */
  int tolerance_parameter;

  /* How a Co-Simulation integrates. */
  const struct IntegratorMethod *integrator; /* NULL: Model Exchange only */
  const ImplicitProblem *implicit;   /* integrator_ida only; NULL: evaluate() */
  int method;                        /* METHOD_* */
  int is_smooth; /* no relations, conditions, kinks, functions, assertions */
  int project;                       /* PROJECT_* */
  const JacobianPattern *jacobian;   /* NULL: dense */
  const struct SparseSolver *sparse; /* NULL: dense */

  /* Dependent parameters from independent ones. Returns non-zero if a block
   * failed, like all below that return int. */
  int (*parameters)(ModelValues *v);
  /* Start values that depend on parameters: writes the value of every variable
   * whose start is such an expression and for which keep[k] is zero (keep[k]:
   * the importer has set it); k counts the Reals, then the Integers, then the
   * Booleans. */
  void (*starts)(ModelValues *v, const unsigned char *keep);
  /* The initial system: all unknowns at the initial time from parameters,
   * inputs and exact starts; guesses are taken from real[]. */
  int (*initialize)(ModelValues *v);
  /* Everything from time, states, inputs and parameters: algebraic and
   * discrete variables, derivatives, outputs. */
  int (*evaluate)(ModelValues *v);
  /* Directional derivative of evaluate(): t->d of states, inputs and time is
   * given, the rest is filled in. Values must be fresh. NULL: the model has
   * no directional derivatives. */
  int (*tangent)(ModelValues *v, Tangent *t);
  /* The same of parameters() and initialize(): given are inputs, independent
   * parameters and exact starts. */
  int (*initial_tangent)(ModelValues *v, Tangent *t);
  const ModelPoints *points; /* NULL: one point after the other */
  /* The transposes of both: weights t->d of what is computed are spread over
   * what is given. NULL: adjoints were not asked for. */
  int (*adjoint)(ModelValues *v, Tangent *t);
  int (*initial_adjoint)(ModelValues *v, Tangent *t);
  /* left - right of each relation at the present values; relation k is true
   * where it is below zero; of a timed one its time (see Relation). */
  void (*crossings)(const ModelValues *v, double *z); /* [n_relations] */

  int n_assertions;
  const Assertion *assertion; /* [n_assertions] */
  /* Which of them hold at the present values, which must be fresh. */
  void (*assertions)(const ModelValues *v, unsigned char *holds);

  /* The loops of parameters() and initialize(), and those of evaluate(), each
   * of the latter with factors of its own. */
  int n_parameter_blocks, n_initial_blocks, n_blocks;
  const Block *parameter_block; /* [n_parameter_blocks], twins included */
  const Block *initial_block;   /* [n_initial_blocks], the same */
  const Block *block;           /* [n_blocks], the same */
  /* The largest n_columns, n_nonzeros and n_fill of all blocks of all
   * sequences (0: there is none): the instance holds a workspace of this
   * size. */
  int largest_block, largest_block_nonzeros, largest_block_fill;
  /* The largest n + n_columns of the blocks with `start_preference`, and of
   * those of initialization whose equations may turn out to depend on each
   * other. */
  int largest_preference_block;

  int n_start_preferences;
  const StartPreference *start_preference; /* [n_start_preferences] */

  /* For messages, in rows of texts (text_rows.h); NULL: there are none.
   * names: of the Reals, Integers and Booleans by value reference, as
   * name_rows.h reads them.
   * computed: what may turn out not to be finite (finite.h):
   *   "@m.mo:9: y = a/x"  the equation of what follows
   *   "r12 r5 b3 s12"     Real 12 is computed from Real 5 and Boolean 3, or
   *                       stays what it was, at first its start value
   *   "r12+1 r5+1 r7*9"   the same of others, and nine more times, every time
   *                       with numbers so much larger; "..." more operands
   *   "!"                 the rest is computed in initialization only */
  const char *const *names, *const *computed;
} Model;

extern const Model foucault_model;

#endif
