/* csv.c: one row per point. */
#define _POSIX_C_SOURCE 200809L
#include "results/csv.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/temporary.h"
#include "base/text/csv_text.h"
#include "base/text/decimal_text.h"

static bool csv_is_standard_output(const char *path)
{
  return strcmp(path, "-") == 0;
}

/* A file beside the place of the results, or standard output. */
static bool open_table(Session *s, CsvWriter *csv)
{
  if (csv_is_standard_output(csv->path)) {
    /* by itself: an FMU may print to the other one */
    int copy = dup(STDOUT_FILENO);
    csv->out = copy < 0 ? NULL : fdopen(copy, "w");
    if (!csv->out) csv->out = stdout;
    return true;
  }
  csv->partial = temporary_beside(s, csv->path);
  if (!csv->partial) return false;
  csv->out = fopen(csv->partial, "w");
  if (csv->out) return true;
  diagnostic_file_error(s, csv->path, E501, "the file cannot be written: %s",
                        strerror(errno));
  return false;
}

bool csv_begin(Session *s, CsvWriter *csv, const char *path,
               const FmuDescription *description, const int *variable, int n)
{
  *csv = (CsvWriter){
      .path = path, .description = description, .variable = variable, .n = n};
  if (!open_table(s, csv)) return false;
  fputs("time", csv->out);
  for (int i = 0; i < n; i++) {
    fputc(',', csv->out);
    csv_text_put(csv->out, description->variable[variable[i]].name);
  }
  fputc('\n', csv->out);
  return true;
}

/* After what is before it in the row: one call of the library a number. */
static void csv_put_number(FILE *out, double value)
{
  int length;
  char text[1 + DECIMAL_TEXT_SIZE] = ",";
  decimal_text(value, text + 1, &length);
  fwrite(text, 1, 1 + (size_t)length, out);
}

bool csv_row(CsvWriter *csv, double time, const FmuValues *values)
{
  assert(csv->out);
  char text[DECIMAL_TEXT_SIZE];
  fputs(decimal_text(time, text, NULL), csv->out);
  for (int i = 0; i < csv->n; i++) {
    if (csv->description->variable[csv->variable[i]].type == FMU_STRING) {
      fputc(',', csv->out);
      csv_text_put(csv->out, values->text[i] ? values->text[i] : "");
    } else {
      csv_put_number(csv->out, values->number[i]);
    }
  }
  fputc('\n', csv->out);
  return !ferror(csv->out);
}

bool csv_end(Session *s, CsvWriter *csv)
{
  assert(csv->out);
  bool good = !ferror(csv->out), is_file = csv->partial != NULL;
  if ((csv->out != stdout ? fclose(csv->out) : fflush(csv->out)) != 0)
    good = false;
  csv->out = NULL;
  if (good && !is_file) return true;
  if (good) return temporary_publish(s, csv->partial, csv->path);
  diagnostic_file_error(s, csv->path, E501, "the results cannot be written: %s",
                        strerror(errno));
  return false;
}

void csv_abandon(CsvWriter *csv)
{
  if (csv->out && csv->out != stdout) fclose(csv->out);
  csv->out = NULL;
}
