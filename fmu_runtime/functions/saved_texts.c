/* saved_texts.c: the Strings of an instance, for a saved state.
 *
 * A String is a number of the instance it came into being in
 * (string_pool.h). For another instance its text is kept beside it: one text
 * with its end for each place that holds a String, empty where the number is
 * one of the model's own and means the same everywhere.
 */
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include "../string_pool.h"
#include <string.h>

/* Place k, of those that places_of() counts: present values, start values,
 * then what pre() of a String is. NULL: no String lies there. */
static int *place_at(Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 &&
                 k < 2 * inst->model->n_integer + inst->model->n_integer_pre);
  RUNTIME_ASSERT(inst->model->is_string);
  const Model *m = inst->model;
  int n = m->n_integer;
  if (k < 2 * n) {
    int *value = k < n ? inst->values.integer : inst->start_integer;
    return m->is_string[k % n] ? &value[k % n] : NULL;
  }
  const PrePair *pair = &m->integer_pre[k - 2 * n];
  bool is_string = m->is_string[pair->now] && !m->is_string[pair->before];
  return is_string ? &inst->values.integer[pair->before] : NULL;
}

static int places_of(const Model *m)
{
  return m->is_string ? 2 * m->n_integer + m->n_integer_pre : 0;
}

static const char *saved_texts_text_at(Instance *inst, const int *place)
{
  bool is_own = *place <= inst->model->n_texts;
  return is_own ? "" : strings_text(&inst->values, *place);
}

/* 0: the model has no Strings. */
static size_t saved_texts_size(Instance *inst)
{
  size_t size = 0;
  for (int k = 0; k < places_of(inst->model); k++) {
    const int *place = place_at(inst, k);
    if (place) size += strlen(saved_texts_text_at(inst, place)) + 1;
  }
  return size;
}

static void saved_texts_write(Instance *inst, char *texts)
{
  for (int k = 0; k < places_of(inst->model); k++) {
    const int *place = place_at(inst, k);
    if (!place) continue;
    const char *text = saved_texts_text_at(inst, place);
    size_t size = strlen(text) + 1;
    memcpy(texts, text, size);
    texts += size;
  }
}

/* A text does not end within the bytes? */
static bool is_cut(const char *text, const char *end)
{
  return !memchr(text, '\0', (size_t)(end - text));
}

/* Gives the Strings, whose numbers are those of another instance, numbers of
 * this one. False: memory is short, or these are not the texts. */
static bool saved_texts_take(Instance *inst, const char **bytes,
                             const char *end)
{
  RUNTIME_ASSERT(*bytes <= end);
  const char *text = *bytes;
  strings_begin_evaluation(inst);
  inst->function_failed = false;
  for (int k = 0; k < places_of(inst->model); k++) {
    int *place = place_at(inst, k);
    if (!place) continue;
    if (is_cut(text, end)) return false;
    if (*place > inst->model->n_texts) {
      *place = (int)strings_number(&inst->values, text);
    }
    text += strlen(text) + 1;
  }
  strings_keep(inst);
  *bytes = text;
  return !inst->function_failed;
}

/* The pool itself is the part of another one: string_pool.c. */
const Mechanism saved_texts_mechanism = {.name = "saved_texts",
                                         .saved_size = saved_texts_size,
                                         .save = saved_texts_write,
                                         .restore = saved_texts_take};
