/* function_wrap.c: see function_wrap.h. */
#include "emit/function/function_wrap.h"

#include <assert.h>

static const char *wrapped_name(const FunctionWriter *w, int function)
{
  return c_expression_function_name(w->arena, w->table->exprs, function);
}

void function_wrap_head(const FunctionWriter *w, const char *suffix,
                        const char *more)
{
  fprintf(w->out,
          "static int %s%s(const ModelValues *v, int depth,\n"
          "    const double *in, double *out%s)",
          wrapped_name(w, w->number), suffix, more);
}

/* Another function looks for results before this one computes them. */
static bool is_looked_up(const FunctionWriter *w)
{
  return w->memo.n_rows > 0 || w->is_once;
}

/* It has open arrays and none of them is a result. */
static bool releases_arrays(const Function *f)
{
  bool has_open = false;
  for (int k = 0; k < f->n_locals; k++) has_open |= f->local[k].is_open;
  for (int k = 0; k < f->n_outputs; k++) {
    if (f->local[function_local_of(f, f->output[k])].is_open) return false;
  }
  return has_open;
}

/* It calls a constructor. As deep as statements are nested. */
static bool makes_objects(const FunctionTable *table, const StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    const Statement *s = &list->item[k];
    if (s->kind == STATEMENT_CALL &&
        table->function[s->function]->destructor >= 0)
      return true;
    if (makes_objects(table, &s->body) || makes_objects(table, &s->otherwise))
      return true;
  }
  return false;
}

FunctionWrap function_wrap(const FunctionWriter *w)
{
  FunctionWrap wrap = {.suffix = is_looked_up(w) ? "_anew" : "",
                       .releases = releases_arrays(w->f),
                       .destroys = makes_objects(w->table, &w->f->body)};
  wrap.is_needed = w->n_work > 0 || wrap.releases || wrap.destroys;
  return wrap;
}

static void write_work(FunctionWriter *w)
{
  writer_line(w, "double *work = call_room_take(v, %zu);", w->n_work);
  writer_line(w, "if (!work)");
  writer_fail(w, w->f->span, "memory is short");
}

static void write_wrapper(FunctionWriter *w, const FunctionWrap *wrap)
{
  bool works = w->n_work > 0;
  function_wrap_head(w, wrap->suffix, "");
  fputs("\n{\n", w->out);
  if (works) write_work(w);
  if (wrap->releases) writer_line(w, "const size_t mark = arrays_mark(v);");
  if (wrap->destroys)
    writer_line(w, "const int objects = external_objects_mark(v);");
  writer_line(w, "int failed = %s_body(v, depth, in, out%s);",
              wrapped_name(w, w->number), works ? ", work" : "");
  if (wrap->destroys) writer_line(w, "external_objects_release(v, objects);");
  if (wrap->releases) writer_line(w, "arrays_release(v, mark);");
  if (works) writer_line(w, "call_room_give_back(v, %zu);", w->n_work);
  writer_line(w, "return failed;");
  fputs("}\n\n", w->out);
}

/* The function that looks for results before it computes them. */
static void write_memo(FunctionWriter *w)
{
  function_wrap_head(w, "", "");
  fputs("\n{\n", w->out);
  const char *name = wrapped_name(w, w->number);
  if (w->is_once)
    writer_line(w,
                "return function_once(v, depth, &f_%d_info, %s_anew, in, out);",
                w->number, name);
  else
    writer_line(w,
                "return function_kept(v, depth, &f_%d_info, %s_anew, %d, %d, "
                "in, out);",
                w->number, name, w->memo.first, w->memo.n_rows);
  fputs("}\n\n", w->out);
}

void function_wrap_write(FunctionWriter *w, const FunctionWrap *wrap)
{
  assert(w->depth == 0);
  if (wrap->is_needed) write_wrapper(w, wrap);
  if (is_looked_up(w)) write_memo(w);
}

void function_wrap_difference(FunctionWriter *w)
{
  assert(w->f->difference_of < w->table->n_functions);
  function_wrap_head(w, "", "");
  fputs("\n{\n", w->out);
  writer_line(w,
              "return function_difference(v, depth, &f_%d_info, %s, in, out);",
              w->f->difference_of, wrapped_name(w, w->f->difference_of));
  fputs("}\n\n", w->out);
}
