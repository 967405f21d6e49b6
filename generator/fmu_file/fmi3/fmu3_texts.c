/* fmu3_texts.c: see fmu3_texts.h. */
#include "fmu_file/fmi3/fmu3_texts.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/heap_text.h"

/* The values of one array: texts, or bytes. */
typedef struct Texts {
  const char **text;
  const uint8_t **byte;
  size_t *size;
  size_t n;
} Texts;

static bool make_texts(const FmuArray *a, Texts *t)
{
  t->n = (size_t)a->n;
  t->text = calloc(t->n, sizeof t->text[0]);
  t->byte = calloc(t->n, sizeof t->byte[0]);
  t->size = calloc(t->n, sizeof t->size[0]);
  return t->text && t->byte && t->size;
}

static void free_texts(Texts *t)
{
  free(t->text);
  free(t->byte);
  free(t->size);
}

static fmi2Status read_texts(Fmu3 *m, const FmuArray *a, Texts *t)
{
  if (!make_texts(a, t)) return fmu3_refuse(m, "memory is short", "");
  const uint32_t *r = &a->value_reference;
  if (a->type == FMI3_STRING) {
    if (!m->call->GetString) return fmu3_missing(m, "fmi3GetString");
    return m->call->GetString(m->instance, r, 1, t->text, t->n);
  }
  if (!m->call->GetBinary) return fmu3_missing(m, "fmi3GetBinary");
  return m->call->GetBinary(m->instance, r, 1, t->size, t->byte, t->n);
}

static char *fmu3_texts_hexadecimal(const uint8_t *byte, size_t n)
{
  static const char digit[] = "0123456789abcdef";
  char *text = malloc(2 * n + 1);
  if (!text) return NULL;
  for (size_t i = 0; i < n; i++) {
    text[2 * i] = digit[byte[i] >> 4];
    text[2 * i + 1] = digit[byte[i] & 15];
  }
  text[2 * n] = '\0';
  return text;
}

fmi2Status fmu3_texts_get(Fmu3 *m, const FmuArray *a, int element, char **text)
{
  Texts t = {0};
  assert(element >= 0 && element < a->n);
  fmi2Status status = read_texts(m, a, &t);
  free(*text);
  *text = NULL;
  if (status <= fmi2Warning) {
    const uint8_t *byte = t.byte[element];
    const char *found = t.text[element];
    *text = a->type == FMI3_STRING
                ? heap_text_copy(found ? found : "")
                : fmu3_texts_hexadecimal(byte, byte ? t.size[element] : 0);
  }
  free_texts(&t);
  return status;
}

static int digit_of(char c)
{
  if (isdigit((unsigned char)c)) return c - '0';
  int letter = tolower((unsigned char)c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* NULL: not pairs of digits, or no memory. */
static uint8_t *fmu3_texts_bytes_of(const char *text, size_t *n)
{
  size_t length = strlen(text);
  uint8_t *byte = length % 2 == 0 ? malloc(length / 2 + 1) : NULL;
  *n = length / 2;
  for (size_t i = 0; byte && i < *n; i++) {
    int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
    if (high < 0 || low < 0) {
      free(byte);
      return NULL;
    }
    byte[i] = (uint8_t)(16 * high + low);
  }
  return byte;
}

fmi2Status fmu3_texts_set(Fmu3 *m, const FmuArray *a, int element,
                          const char *text)
{
  Texts t = {0};
  assert(element >= 0 && element < a->n);
  bool is_string = a->type == FMI3_STRING;
  if (is_string ? !m->call->SetString : !m->call->SetBinary)
    return fmu3_missing(m, is_string ? "fmi3SetString" : "fmi3SetBinary");
  size_t size = 0;
  uint8_t *byte = is_string ? NULL : fmu3_texts_bytes_of(text, &size);
  if (!is_string && !byte)
    return fmu3_refuse(m, "not pairs of hexadecimal digits:", a->name);
  fmi2Status status = a->n > 1            ? read_texts(m, a, &t)
                      : make_texts(a, &t) ? fmi2OK
                                          : fmi2Error;
  if (status <= fmi2Warning) {
    const uint32_t *r = &a->value_reference;
    t.text[element] = text;
    t.byte[element] = byte;
    t.size[element] = size;
    status = is_string
                 ? m->call->SetString(m->instance, r, 1, t.text, t.n)
                 : m->call->SetBinary(m->instance, r, 1, t.size, t.byte, t.n);
  }
  free_texts(&t);
  free(byte);
  return status;
}
