/* model_text.h: what the writers of model.c share: kernel/, function/, blocks/
 * and model/. */
#ifndef FOUCAULT_EMIT_KERNEL_MODEL_TEXT_H
#define FOUCAULT_EMIT_KERNEL_MODEL_TEXT_H

#include "emit/kernel/index_table.h"
#include "emit/kernel/kernel.h"
#include "emit/text/c_expression.h"
#include "emit/text/place_texts.h"
#include "reduce/system/reduced_visit.h"
#include "symbolic/walk.h"

typedef struct CLoopBody CLoopBody;       /* private to c_loop.c */
typedef struct TwinContext TwinContext;   /* private to block_twin.c */
typedef struct LeaderLeaves LeaderLeaves; /* the same */
typedef struct InterfaceVariables InterfaceVariables; /* emit/model/ */

typedef struct ModelText {
  Session *s;
  const ReducedSystem *reduced;
  Arena *arena; /* as long as model.c is written */
  CExpressions *c;
  bool uses_values; /* the C function being written has named `v` */
  bool *called;     /* functions that the text calls; NULL: none */
  int n_memo;       /* numbers that functions keep: function_memo.h */
  size_t n_work;    /* numbers that they need beside the stack */
  bool is_first;    /* written to find out which they are */
  long guid_at;     /* offset of the guid in model.c */
  Kernels *kernels; /* NULL: nothing is written as a loop, and no
                       table is packed */
  IndexTables *tables;
  PlaceTexts *places;
  Walk *walk;        /* for long_sum.c */
  WalkStops *stops;  /* nodes that have variables of their own at the moment */
  int n_kept_stops;  /* the first of them belong to shared_value.c */
  WalkStops *wanted; /* for shared_value.c; walks do not see them */
  FILE *parts;       /* what must come before the C function being written */
  int n_shared;      /* such variables so far */
  int *order[N_SEQUENCES];  /* of blocks, by SequencePlace: see schedule.h */
  int *kernel[N_SEQUENCES]; /* of their blocks; NULL: not known */
  /* The loops of the initial system, once they are numbered: their numbers and
   * leaders (block_twin.h), by block. */
  const int *initial_number, *initial_leader;
  const CLoopBody *loop;   /* around the item being written; NULL: none */
  const TwinContext *twin; /* the functions being written are of many blocks */
  bool has_lanes;          /* or of many points: model_points.h */
  LeaderLeaves *leader_leaves;         /* NULL: none kept yet */
  const InterfaceVariables *interface; /* of FMI 3.0; NULL: not asked for */
} ModelText;

/* The index of a Real in the functions of many points. */
#define LANE_INDEX "%d*POINT_LANES+k"

/* The ReducedVar of a variable, or NULL. */
const ReducedVar *model_text_row(const ModelText *m, VarId var);

/* The text of an index that an item names: place[place] of its KernelItem. In
 * the scratch arena, or as long as the loop around it is written. */
const char *model_text_index(ModelText *m, int place, int index);
/* A comment that belongs to one item alone; NULL inside of a loop. */
const char *model_text_comment(const ModelText *m, const char *text);

#endif
