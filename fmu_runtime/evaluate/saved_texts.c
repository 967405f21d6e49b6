/* saved_texts.c: walks over all places that hold a String. */
#include "saved_texts.h"
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

static const char *text_at(Instance *inst, const int *place)
{
  bool is_own = *place <= inst->model->n_texts;
  return is_own ? "" : strings_text(&inst->values, *place);
}

size_t saved_texts_size(Instance *inst)
{
  size_t size = 0;
  for (int k = 0; k < places_of(inst->model); k++) {
    const int *place = place_at(inst, k);
    if (place) size += strlen(text_at(inst, place)) + 1;
  }
  return size;
}

void saved_texts_write(Instance *inst, char *texts)
{
  for (int k = 0; k < places_of(inst->model); k++) {
    const int *place = place_at(inst, k);
    if (!place) continue;
    const char *text = text_at(inst, place);
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

bool saved_texts_take(Instance *inst, const char **bytes, const char *end)
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
