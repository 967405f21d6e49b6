/* model_coordinate_frames.c: value references of frames. */
#include "emit/model/model_coordinate_frames.h"

#include <assert.h>

#include "emit/text/c_text.h"

typedef struct FrameText {
  const ModelText *m;
  FILE *out;
  int number, n_written;
} FrameText;

static void begin_list(FrameText *t, const char *name)
{
  fprintf(t->out, "static const int frame_%d_%s[] = {", t->number, name);
  t->n_written = 0;
}

static void put_slot(FrameText *t, VarId v)
{
  assert(v.i >= 0); /* each level has a derivative */
  int n = t->n_written++;
  fprintf(t->out, "%s%d",
          n == 0        ? ""
          : n % 12 == 0 ? ",\n  "
                        : ", ",
          t->m->reduced->slot[v.i]);
}

/* Variables and their derivatives, level by level. */
static void write_levels(FrameText *t, const char *name, const VarId *first,
                         int n, int n_levels)
{
  const System *sys = t->m->reduced->sys;
  begin_list(t, name);
  for (int l = 0; l <= n_levels; l++) {
    for (int k = 0; k < n; k++) {
      VarId v = first[k];
      for (int d = 0; d < l; d++) v = sys->var[v.i].derivative;
      put_slot(t, v);
    }
  }
  fputs("};\n", t->out);
}

static void model_coordinate_frames_write_numbers(FrameText *t,
                                                  const CoordinateFrame *f)
{
  char buffer[C_NUMBER_SIZE];
  fprintf(t->out, "static const double frame_%d_nominal[] = {", t->number);
  for (int c = 0; c < f->n_columns; c++) {
    const ReducedVar *v = model_text_row(t->m, f->tied[c]);
    fprintf(t->out, "%s%s",
            c == 0       ? ""
            : c % 6 == 0 ? ",\n  "
                         : ", ",
            c_text_number(v ? v->nominal : 1, buffer));
  }
  fputs("};\n", t->out);
}

static void write_frame(FrameText *t, const CoordinateFrame *f)
{
  write_levels(t, "tied", f->tied, f->n_columns, f->n_levels);
  write_levels(t, "along", f->along, f->n_along, f->n_levels);
  begin_list(t, "entry");
  for (int k = 0; k < f->n_along * f->n_columns; k++) put_slot(t, f->entry[k]);
  fputs("};\n", t->out);
  model_coordinate_frames_write_numbers(t, f);
}

void model_coordinate_frames_write(const ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  FrameText t = {.m = m, .out = out};
  if (sys->n_frames == 0) return;
  for (t.number = 0; t.number < sys->n_frames; t.number++) {
    write_frame(&t, &sys->frame[t.number]);
  }
  fputs("static const CoordinateFrame coordinate_frame[] = {\n", out);
  for (int k = 0; k < sys->n_frames; k++) {
    const CoordinateFrame *f = &sys->frame[k];
    fprintf(out,
            "  {%d, %d, %d, frame_%d_tied, frame_%d_along, frame_%d_entry,\n"
            "   frame_%d_nominal},\n",
            f->n_columns, f->n_along, f->n_levels, k, k, k, k);
  }
  fputs("};\n\n", out);
}
