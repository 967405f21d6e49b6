/* lsp_facts.c: see lsp_facts.h. */
#define _POSIX_C_SOURCE 200809L
#include "lsp/lsp_facts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_job.h"
#include "lsp/lsp_text.h"

enum { FACTS_MOST_VARIABLES = 3000 };

/* --- writing, in the analysis --- */

static int facts_chain(const System *sys, VarId v)
{
  assert(v.i >= 0 && v.i < sys->n_vars);
  int n = 0;
  while (sys->var[v.i].derivative.i >= 0 && n < 20) {
    v = sys->var[v.i].derivative;
    n++;
  }
  return n;
}

static bool facts_is_state(const ReducedSystem *r, VarId v)
{
  for (int k = 0; k < r->n_states; k++) {
    if (r->state[k].i == v.i || r->state_source[k].i == v.i) return true;
  }
  return false;
}

/* The block that computes it, from 1; 0: none. */
static int facts_block(const ReducedSystem *r, VarId v)
{
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    const ReducedBlock *b = &r->continuous.block[k];
    for (int i = 0; i < b->n_columns; i++) {
      if (b->unknown[i].i == v.i) return k + 1;
    }
  }
  return 0;
}

static void facts_write_block(const ReducedSystem *r, VarId v, FILE *out)
{
  int k = facts_block(r, v);
  if (k == 0) return;
  const ReducedBlock *b = &r->continuous.block[k - 1];
  fprintf(out, ", computed in block %d of %d", k, r->continuous.n_blocks);
  if (b->kind == BLOCK_SOLVE)
    fprintf(out, ", a %s loop of %d unknowns",
            b->linear ? "linear" : "nonlinear", b->n);
  else if (b->kind == BLOCK_SELECT)
    fprintf(out, ", where states are chosen");
}

static void facts_write_words(const ReducedSystem *r, VarId v, FILE *out)
{
  const System *sys = r->sys;
  const Var *var = &sys->var[v.i];
  if (var->kind == VAR_PARAMETER || var->kind == VAR_CONSTANT) return;
  VarId own = var->alias_of.i >= 0 ? var->alias_of : v;
  int n = facts_chain(sys, own);
  bool is_state = facts_is_state(r, own);
  fputs(is_state                 ? "state"
        : var->kind == VAR_INPUT ? "input"
                                 : "algebraic",
        out);
  if (sys->var[own.i].set >= 0)
    fputs(", candidate of a choice that is made while the model runs", out);
  if (sys->var[own.i].is_dummy) fputs(", dummy derivative", out);
  if (n > 0) fprintf(out, ", differentiated %d time%s", n, n > 1 ? "s" : "");
  VarId first = sys->var[own.i].derivative;
  if (first.i >= 0 && sys->var[first.i].is_dummy)
    fputs(", its derivative is a dummy", out);
  if (own.i != v.i)
    fprintf(out, ", equal to %s%s", var->alias_negative ? "-" : "",
            sys->var[own.i].name);
  if (!is_state) facts_write_block(r, own, out);
}

/* Without subscripts; 0: a part of a component. */
static size_t facts_base(const char *name)
{
  if (name[0] == '\'' || strchr(name, '.') || strchr(name, '(')) return 0;
  return strcspn(name, "[");
}

static VarId facts_find(const ReducedSystem *r, const char *name)
{
  for (int k = 0; r && k < r->sys->n_vars; k++) {
    if (strcmp(r->sys->var[k].name, name) == 0) return (VarId){k};
  }
  return (VarId){-1};
}

/* The elements of an array follow each other; the last one has its sizes. */
static int facts_last(const FlatModel *flat, int k, size_t n)
{
  int last = k;
  while (last + 1 < flat->n_vars && facts_base(flat->var[last + 1].name) == n &&
         strncmp(flat->var[last + 1].name, flat->var[k].name, n) == 0)
    last++;
  return last;
}

static void facts_write_variable(const FlatModel *flat, const ReducedSystem *r,
                                 int first, int last, size_t n, FILE *out)
{
  const char *size = flat->var[last].name + n;
  size_t length = strlen(size);
  fprintf(out, "%.*s\t", (int)n, flat->var[first].name);
  if (length > 2) fprintf(out, "%.*s", (int)(length - 2), size + 1);
  fputc('\t', out);
  VarId v = facts_find(r, flat->var[first].name);
  if (v.i >= 0) facts_write_words(r, v, out);
  fputc('\n', out);
}

void lsp_facts_write(const FlatModel *flat, const ReducedSystem *reduced,
                     FILE *out)
{
  char *text = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  assert(flat->name);
  if (!to) abort();
  fprintf(to, "%s\t", flat->name);
  if (reduced)
    fprintf(to, "%d\t%d\t%d\t%d\n", reduced->n_equations, reduced->n_variables,
            reduced->index, reduced->n_states);
  else
    fputs("\t\t\t\n", to);
  int n_written = 0;
  for (int k = 0; k < flat->n_vars && n_written < FACTS_MOST_VARIABLES; k++) {
    size_t n = facts_base(flat->var[k].name);
    if (n == 0) continue;
    int last = facts_last(flat, k, n);
    facts_write_variable(flat, reduced, k, last, n, to);
    k = last;
    n_written++;
  }
  fclose(to);
  lsp_record(out, 'M', text, size);
  free(text);
}

/* --- reading --- */

/* The text of the class, after its name; NULL: none. */
static const char *facts_text(const LspView *v, const char *class_name)
{
  const LspDocument *d = v->document;
  size_t n = strlen(class_name);
  for (int k = 0; k < d->n_facts; k++) {
    if (strncmp(d->fact[k], class_name, n) == 0 && d->fact[k][n] == '\t')
      return d->fact[k] + n + 1;
  }
  return NULL;
}

LspModelFacts lsp_facts_of(const LspView *v, const char *class_name)
{
  LspModelFacts facts = {0};
  const char *text = facts_text(v, class_name);
  if (!text) return facts;
  facts.is_known = true;
  facts.is_reduced = *text != '\t';
  int *const field[] = {&facts.n_equations, &facts.n_unknowns, &facts.index,
                        &facts.n_states};
  for (size_t k = 0; k < 4 && facts.is_reduced; k++) {
    char *end;
    *field[k] = (int)strtol(text, &end, 10);
    if (*end) text = end + 1;
  }
  return facts;
}

/* The line of the variable, after its name. */
static const char *facts_line(const LspView *v, const char *class_name,
                              const char *variable)
{
  const char *text = facts_text(v, class_name);
  size_t n = strlen(variable);
  for (const char *line = text ? strchr(text, '\n') : NULL; line;
       line = strchr(line + 1, '\n')) {
    if (strncmp(line + 1, variable, n) == 0 && line[n + 1] == '\t')
      return line + n + 2;
  }
  return NULL;
}

const char *lsp_fact_size(const LspView *v, const char *class_name,
                          const char *variable)
{
  const char *line = facts_line(v, class_name, variable);
  size_t n = line ? strcspn(line, "\t") : 0;
  return n > 0 ? arena_copy_text(v->s->session_arena, line, n) : NULL;
}

const char *lsp_fact(const LspView *v, const char *class_name,
                     const char *variable)
{
  const char *line = facts_line(v, class_name, variable);
  if (!line) return NULL;
  line += strcspn(line, "\t");
  assert(*line == '\t');
  size_t n = strcspn(++line, "\n");
  return n > 0 ? arena_copy_text(v->s->session_arena, line, n) : NULL;
}
