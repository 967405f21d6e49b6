/* foreign_answer.c: see foreign_answer.h. */
#include "emit/foreign/foreign_answer.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* What is left of the file that the program has written. */
typedef struct Answer {
  const char *at;
  size_t left;
} Answer;

static bool foreign_answer_take(Answer *a, void *to, size_t n)
{
  if (a->left < n) return false;
  if (n > 0) memcpy(to, a->at, n);
  a->at += n;
  a->left -= n;
  return true;
}

static bool take_text(Answer *a, Arena *arena, const char **text)
{
  int length;
  if (!foreign_answer_take(a, &length, sizeof length) || length < 0 ||
      (size_t)length > a->left || memchr(a->at, 0, (size_t)length)) {
    return false;
  }
  *text = arena_copy_text(arena, a->at, (size_t)length);
  a->at += length;
  a->left -= (size_t)length;
  return true;
}

static bool take_value(Answer *a, Arena *arena, const ForeignValue *v)
{
  assert(v->type != FOREIGN_OBJECT && v->n >= 0);
  size_t n = (size_t)v->n;
  if (v->type == FOREIGN_REAL)
    return foreign_answer_take(a, v->real, n * sizeof v->real[0]);
  if (v->type != FOREIGN_TEXT) {
    return foreign_answer_take(a, v->integer, n * sizeof v->integer[0]);
  }
  for (int k = 0; k < v->n; k++) {
    if (!take_text(a, arena, &v->text[k])) return false;
  }
  return true;
}

static bool take_results(Answer *a, Arena *arena, const ForeignCall *call)
{
  for (int k = 0; k < call->n_args; k++) {
    const ForeignValue *v = &call->arg[k];
    if (v->is_output && !take_value(a, arena, v)) return false;
  }
  return !call->result || take_value(a, arena, call->result);
}

bool foreign_answer_read(Arena *arena, FileBytes answer,
                         const ForeignCall *call, const char **failure)
{
  Answer a = {answer.bytes, answer.size};
  char word = '\0';
  bool good = foreign_answer_take(&a, &word, 1) && word == 'K' &&
              take_results(&a, arena, call);
  if (word == 'E') {
    *failure = arena_copy_text(arena, a.at, a.left);
  } else if (!good) {
    *failure = "it ends the program";
  }
  return good;
}
