/* model_follow.c: see model_follow.h. */
#include "emit/model/model_follow.h"

#include "emit/model/model_tangent.h"

static void write_started(const ModelText *m, FILE *out)
{
  const ReducedFollow *f = &m->reduced->follow;
  if (f->starts.n == 0) return;
  fputs("static const int follow_started[] = {", out);
  for (int k = 0; k < f->starts.n; k++) {
    fprintf(out, "%s%d",
            k == 0        ? ""
            : k % 12 == 0 ? ",\n  "
                          : ", ",
            m->reduced->slot[f->started[k].i]);
  }
  fputs("};\n", out);
}

void model_follow_write(ModelText *m, FILE *out)
{
  const ReducedFollow *f = &m->reduced->follow;
  if (!f->exists) return;
  fputs("/* ---- Directions that follow parameters ---- */\n\n", out);
  model_tangent_write_loop(m, &f->crossings, "follow_crossings", out);
  model_tangent_write_loop(m, &f->reinits, "follow_reinits", out);
  model_tangent_write_loop(m, &f->samples, "follow_samples", out);
  model_tangent_write_loop(m, &f->starts, "follow_starts", out);
  write_started(m, out);
  fprintf(out,
          "static const FollowProblem follow_problem = {\n"
          "  .crossings = follow_crossings_tangent,\n"
          "  .reinits = follow_reinits_tangent,\n"
          "  .samples = follow_samples_tangent,\n"
          "  .starts = follow_starts_tangent,\n"
          "  .n_starts = %d,\n",
          f->starts.n);
  if (f->starts.n > 0) fputs("  .started = follow_started,\n", out);
  fputs("};\n\n", out);
}

void model_follow_member(const ModelText *m, FILE *out)
{
  if (m->reduced->follow.exists) fputs("  .follow = &follow_problem,\n", out);
}
