/* web_data.c: the JSON document of a page. */
#define _POSIX_C_SOURCE 200809L
#include "web/web_data.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/decimal_text.h"
#include "base/text/json_text.h"

static void web_data_put_member(FILE *out, const char *key, const char *text)
{
  if (!text) return;
  fprintf(out, ",\"%s\":", key);
  json_write_string(out, text);
}

static const char *web_data_kind_word(FmuType type)
{
  /* an enumeration is read and set as an Integer */
  return type == FMU_ENUMERATION ? "Integer" : description_type_word(type);
}

static const char *web_data_initial_word(FmuInitial initial)
{
  switch (initial) {
  case FMU_EXACT: return "exact";
  case FMU_APPROX: return "approx";
  case FMU_CALCULATED: return "calculated";
  case FMU_INITIAL_NONE: break;
  }
  return NULL;
}

static void web_data_put_items(FILE *out, const FmuEnumeration *e)
{
  fputs(",\"items\":[", out);
  for (int k = 0; k < e->n_items; k++) {
    fprintf(out, "%s{\"value\":%d,\"name\":", k > 0 ? "," : "",
            e->item[k].value);
    json_write_string(out, e->item[k].name);
    fputc('}', out);
  }
  fputc(']', out);
}

static void web_data_put_variable(FILE *out, const FmuVariable *v)
{
  fputs("{\"name\":", out);
  json_write_string(out, v->name);
  fprintf(out, ",\"reference\":%u", v->value_reference);
  web_data_put_member(out, "kind", web_data_kind_word(v->type));
  web_data_put_member(out, "causality",
                      description_causality_word(v->causality));
  web_data_put_member(out, "variability",
                      description_variability_word(v->variability));
  web_data_put_member(out, "initial", web_data_initial_word(v->initial));
  web_data_put_member(out, "start", v->start);
  web_data_put_member(out, "min", v->min);
  web_data_put_member(out, "max", v->max);
  web_data_put_member(out, "unit", v->unit);
  web_data_put_member(out, "description", v->description);
  if (v->enumeration) web_data_put_items(out, v->enumeration);
  fputc('}', out);
}

static void web_data_put_number(FILE *out, const char *key, double value)
{
  char text[DECIMAL_TEXT_SIZE];
  fprintf(out, ",\"%s\":%s", key, decimal_text(value, text, NULL));
}

static void web_data_put_texts(FILE *out, const char *key,
                               const char *const *text, int n)
{
  fprintf(out, ",\n\"%s\":[", key);
  for (int k = 0; k < n; k++) {
    if (k > 0) fputc(',', out);
    json_write_string(out, text[k]);
  }
  fputc(']', out);
}

static void web_data_put_document(FILE *out, const WebData *data)
{
  const FmuDescription *d = data->description;
  const WebPage *page = data->page;
  assert(d && page && (data->n_shapes == 0 || data->shape));
  fputs("{\"name\":", out);
  json_write_string(out, d->model_name);
  web_data_put_member(out, "guid", d->guid);
  web_data_put_number(out, "start", page->start);
  web_data_put_number(out, "stop", page->stop);
  web_data_put_number(out, "step", page->step);
  fputs(",\"tolerance\":", out);
  char text[DECIMAL_TEXT_SIZE];
  fputs(page->tolerance ? decimal_text(*page->tolerance, text, NULL) : "null",
        out);
  web_data_put_texts(out, "plots", page->plot, page->n_plots);
  web_data_put_texts(out, "files", data->file, data->n_files);
  fputs(",\n\"states\":[", out);
  for (int k = 0; k < d->n_states; k++)
    fprintf(out, k > 0 ? ",%d" : "%d", d->state[k]);
  fputs("],\n\"shapes\":[", out);
  for (int k = 0; k < data->n_shapes; k++) {
    if (k > 0) fputs(",\n", out);
    shape_write(out, &data->shape[k]);
  }
  fputs("],\n\"variables\":[\n", out);
  for (int k = 0; k < d->n_variables; k++) {
    if (k > 0) fputs(",\n", out);
    web_data_put_variable(out, &d->variable[k]);
  }
  fputs("]}\n", out);
}

void web_data_write(FILE *out, const WebData *data)
{
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory) return; /* the page is then found to be incomplete */
  web_data_put_document(memory, data);
  fclose(memory);
  for (size_t k = 0; k < size; k++) {
    if (text[k] == '<')
      fputs("\\u003c", out);
    else
      fputc(text[k], out);
  }
  free(text);
}

void web_data_base64(FILE *out, const char *bytes, size_t size)
{
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "abcdefghijklmnopqrstuvwxyz0123456789+/";
  assert(size == 0 || bytes);
  for (size_t k = 0; k < size; k += 3) {
    size_t n = size - k < 3 ? size - k : 3;
    unsigned group = 0;
    for (size_t i = 0; i < 3; i++)
      group = group << 8 | (i < n ? (unsigned char)bytes[k + i] : 0);
    for (size_t i = 0; i < 4; i++)
      fputc(i <= n ? digit[group >> (18 - 6 * i) & 63] : '=', out);
  }
}
