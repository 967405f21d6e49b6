/* coordinate_frame.c: directions, and an orthonormal basis of them. */
#include "coordinate_frame.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "../evaluate/tangent.h"
#include "orthogonal.h"
#include <math.h>

/* The part of the instance. */
typedef struct FramePart {
  double *direction; /* [coordinate_frame_size()] of the frame at hand */
} FramePart;

static double *directions_of(const Instance *inst)
{
  RUNTIME_ASSERT(inst->model->n_coordinate_frames > 0);
  const FramePart *part = inst->part[PART_COORDINATE_FRAME];
  return part->direction;
}

/* Room for the directions of the largest frame. */
static int coordinate_frame_size(const Model *model)
{
  int largest = 0;
  for (int k = 0; k < model->n_coordinate_frames; k++) {
    int n = model->coordinate_frame[k].n_columns *
            model->coordinate_frame[k].n_along;
    if (n > largest) largest = n;
  }
  return largest;
}

/* Column i of the workspace: how x' moves with u_i, in units of nominals. */
static bool find_directions(Instance *inst, const CoordinateFrame *f)
{
  for (int i = 0; i < f->n_along; i++) {
    double *t = tangent_begin(inst);
    t[f->along[i]] = 1;
    if (!tangent_run(inst, false)) return false;
    double *column = directions_of(inst) + i * f->n_columns;
    for (int c = 0; c < f->n_columns; c++) {
      column[c] = t[f->tied[c]] / f->nominal[c];
    }
  }
  return true;
}

bool coordinate_frame_measure(Instance *inst, double *length)
{
  RUNTIME_ASSERT(length);
  const Model *m = inst->model;
  double largest = 1;
  for (int k = 0; k < m->n_coordinate_frames; k++) {
    const CoordinateFrame *f = &m->coordinate_frame[k];
    if (!find_directions(inst, f)) return false;
    for (int i = 0; i < f->n_along; i++) {
      const double *column = directions_of(inst) + i * f->n_columns;
      double square = orthogonal_dot(column, column, f->n_columns);
      largest = fmax(largest, sqrt(square));
    }
  }
  *length = largest;
  return true;
}

static bool make_orthonormal(Instance *inst, const CoordinateFrame *f)
{
  for (int i = 0; i < f->n_along; i++) {
    double new_part = orthogonal_add(directions_of(inst), i, f->n_columns,
                                     COORDINATE_FRAME_DEPENDENT, NULL);
    if (new_part > 0) continue;
    instance_note(inst, LOG_SINGULAR_LINEAR_SYSTEMS,
                  "at time %.12g the directions along the constraints depend "
                  "on each other",
                  instance_time(inst));
    return false;
  }
  return true;
}

/* Stores the frame, and what the states and their derivatives are in it. */
static void store_coordinate_frame(Instance *inst, const CoordinateFrame *f)
{
  RUNTIME_ASSERT(f->n_along > 0 && f->n_along <= f->n_columns);
  double *real = inst->values.real;
  for (int i = 0; i < f->n_along; i++) {
    const double *column = directions_of(inst) + i * f->n_columns;
    const int *entry = f->entry + i * f->n_columns;
    for (int c = 0; c < f->n_columns; c++) {
      real[entry[c]] = column[c] / f->nominal[c];
    }
    for (int l = 0; l <= f->n_levels; l++) {
      const int *tied = f->tied + l * f->n_columns;
      double sum = 0;
      for (int c = 0; c < f->n_columns; c++) {
        sum += real[entry[c]] * real[tied[c]];
      }
      real[f->along[l * f->n_along + i]] = sum;
    }
  }
}

bool coordinate_frame_renew(Instance *inst)
{
  const Model *m = inst->model;
  for (int k = 0; k < m->n_coordinate_frames; k++) {
    const CoordinateFrame *f = &m->coordinate_frame[k];
    if (!find_directions(inst, f) || !make_orthonormal(inst, f)) return false;
    store_coordinate_frame(inst, f);
  }
  return true;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_directions(void *part, const Model *m, Carving *c)
{
  FramePart *frame = part;
  frame->direction =
      carve(&c->arrays, coordinate_frame_size(m), sizeof(double));
}

const Mechanism coordinate_frame_mechanism = {.name = "coordinate_frame",
                                              .size = PART_SIZE(FramePart),
                                              .carve = carve_directions};
