/* check_report.c: four ways to say the same. */
#include "check/check_report.h"

#include <assert.h>
#include <string.h>

#include "base/text/harmless.h"
#include "check/run/fmil_stage.h"
#include "fmu_file/fmu_names.h"

/* --- for people --- */

typedef struct Topic {
  RuleId first; /* of this topic; the next topic ends it */
  const char *title;
} Topic;

static const Topic topics[] = {
    {RULE_ARCHIVE_FILE, "archive"},
    {RULE_NO_IMPLEMENTATION, "binaries and sources"},
    {RULE_XML_MALFORMED, "modelDescription.xml"},
    {RULE_UNIT_TWICE, "units and types"},
    {RULE_NAME_TWICE, "variables"},
    {RULE_INDEX_RANGE, "model structure"},
    {RULE_NOT_RUN, "running it"},
    {RULE_FMI1_START, "FMI 1.0 and 3.0"},
    {N_RULES, NULL},
};

enum { N_TOPICS = sizeof topics / sizeof topics[0] - 1 };

static const char *color_of(FindingSeverity severity)
{
  assert(severity <= FINDING_ERROR);
  static const char *const code[] = {"\033[36m", "\033[35m", "\033[31m"};
  return code[severity];
}

static void put_finding(FILE *out, const Finding *x, bool color)
{
  const Rule *rule = rule_of(x->rule);
  fputs("    ", out);
  harmless_put(out, x->where);
  if (x->line > 0) fprintf(out, ":%d:%d", x->line, x->column);
  fprintf(out, ": %s%s%s %s: ", color ? color_of(rule->severity) : "",
          severity_word(rule->severity), color ? "\033[0m" : "", rule->name);
  harmless_put(out, x->message);
  fputc('\n', out);
}

static void put_mend(FILE *out, const Findings *f, const Finding *x)
{
  const Rule *rule = rule_of(x->rule);
  Arena *arena = f->s->session_arena;
  const char *section = finding_section(x, arena);
  bool other = strncmp(section, "FMI", 3) == 0;
  fprintf(out, "        %s", fmu_names_text(arena, x->version, rule->title));
  if (strcmp(section, "-") != 0) {
    fprintf(out, " (%s%s)", other ? "" : "FMI 2.0.5, ", section);
  }
  fprintf(out, "\n        to fix it: %s\n",
          fmu_names_text(arena, x->version, rule->mend));
}

/* All findings of one rule, then what the rule wants. */
static bool check_report_put_rule(FILE *out, const Findings *f, RuleId id,
                                  bool color)
{
  const Finding *any = NULL;
  for (int i = 0; i < f->n; i++) {
    if (f->item[i].rule != id) continue;
    any = &f->item[i];
    put_finding(out, any, color);
  }
  if (!any) return false;
  assert(f->n_of_rule[id] > 0); /* what is kept is counted */
  if (f->n_of_rule[id] > MOST_OF_RULE) {
    fprintf(out, "    and %d more\n", f->n_of_rule[id] - MOST_OF_RULE);
  }
  put_mend(out, f, any);
  return true;
}

static void put_topic(FILE *out, const Findings *f, const Topic *topic,
                      bool color)
{
  assert(topic[0].first < topic[1].first); /* in the order of rules.def */
  bool any = false;
  for (int i = 0; i < f->n; i++) {
    any = any || (f->item[i].rule >= topic[0].first &&
                  f->item[i].rule < topic[1].first);
  }
  if (!any) return;
  fprintf(out, "  %s%s%s\n", color ? "\033[1m" : "", topic->title,
          color ? "\033[0m" : "");
  for (int severity = FINDING_ERROR; severity >= FINDING_NOTE; severity--) {
    for (int id = (int)topic[0].first; id < (int)topic[1].first; id++) {
      if ((int)rule_of((RuleId)id)->severity != severity) continue;
      check_report_put_rule(out, f, (RuleId)id, color);
    }
  }
}

static void check_report_put_count(FILE *out, int n, const char *word,
                                   const char *before)
{
  fprintf(out, "%s%d %s%s", before, n, word, n == 1 ? "" : "s");
}

void check_report_text(FILE *out, const char *path, const Findings *f,
                       bool color, bool quiet)
{
  if (f->n > 0) {
    harmless_put(out, path);
    fputc('\n', out);
    for (int i = 0; i < N_TOPICS; i++) put_topic(out, f, &topics[i], color);
  }
  if (quiet) return;
  harmless_put(out, path);
  int errors = findings_count(f, FINDING_ERROR);
  int warnings = findings_count(f, FINDING_WARNING);
  int notes = findings_count(f, FINDING_NOTE);
  fputs(": ", out);
  if (errors + warnings + notes == 0) {
    fprintf(out, "%ssound%s", color ? "\033[32m" : "", color ? "\033[0m" : "");
    if (fmil_name()) fprintf(out, " (also in %s)", fmil_name());
    fputc('\n', out);
    return;
  }
  check_report_put_count(out, errors, "error", "");
  check_report_put_count(out, warnings, "warning", ", ");
  if (notes > 0) check_report_put_count(out, notes, "note", ", ");
  fputc('\n', out);
}

/* --- JSON --- */

static void json_place(JsonWriter *w, const char *key, int value)
{
  json_key(w, key);
  if (value > 0)
    json_int(w, value);
  else
    json_null(w);
}

static void json_finding(JsonWriter *w, const Findings *f, const Finding *x)
{
  Arena *arena = f->s->session_arena;
  const Rule *rule = rule_of(x->rule);
  json_object_begin(w);
  json_key(w, "severity");
  json_string(w, severity_word(rule->severity));
  json_key(w, "rule");
  json_string(w, rule->name);
  json_key(w, "where");
  json_string(w, x->where);
  json_place(w, "line", x->line);
  json_place(w, "column", x->column);
  json_key(w, "section");
  json_string(w, finding_section(x, arena));
  json_key(w, "message");
  json_string(w, x->message);
  json_key(w, "mend");
  json_string(w, fmu_names_text(arena, x->version, rule->mend));
  json_object_end(w);
}

void check_report_json(JsonWriter *w, const char *path, const Findings *f)
{
  json_object_begin(w);
  json_key(w, "fmu");
  json_string(w, path);
  json_key(w, "ok");
  json_bool(w, findings_count(f, FINDING_ERROR) == 0);
  json_key(w, "findings");
  json_array_begin(w);
  for (int i = 0; i < f->n; i++) json_finding(w, f, &f->item[i]);
  json_array_end(w);
  json_object_end(w);
}

/* --- JUnit --- */

static void put_xml(FILE *out, const char *text)
{
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    switch (c) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    case '"': fputs("&quot;", out); break;
    default: fputc(c < 0x20 || c == 0x7F ? '?' : c, out);
    }
  }
}

static void junit_rule(FILE *out, const char *path, const Findings *f,
                       RuleId id)
{
  assert(f->n_of_rule[id] > 0);
  const Rule *rule = rule_of(id);
  bool failure = rule->severity == FINDING_ERROR;
  fprintf(out, "    <testcase classname=\"");
  put_xml(out, path);
  fprintf(out, "\" name=\"%s\">\n      <%s", rule->name,
          failure ? "failure message=\"" : "system-out>");
  if (failure) {
    put_xml(out, rule->title);
    fputs("\">", out);
  }
  for (int i = 0; i < f->n; i++) {
    const Finding *x = &f->item[i];
    if (x->rule != id) continue;
    put_xml(out, x->where);
    if (x->line > 0) fprintf(out, ":%d:%d", x->line, x->column);
    fputs(": ", out);
    put_xml(out, x->message);
    fputc('\n', out);
  }
  fprintf(out, "</%s>\n    </testcase>\n", failure ? "failure" : "system-out");
}

static void junit_suite(FILE *out, const char *path, const Findings *f)
{
  int tests = 0, failures = 0;
  for (int i = 0; i < N_RULES; i++) {
    tests += f->n_of_rule[i] > 0;
    failures +=
        f->n_of_rule[i] > 0 && rule_of((RuleId)i)->severity == FINDING_ERROR;
  }
  assert(failures <= tests);
  fputs("  <testsuite name=\"", out);
  put_xml(out, path);
  fprintf(out, "\" tests=\"%d\" failures=\"%d\">\n", tests ? tests : 1,
          failures);
  for (int i = 0; i < N_RULES; i++) {
    if (f->n_of_rule[i] > 0) junit_rule(out, path, f, (RuleId)i);
  }
  if (tests == 0) {
    fputs("    <testcase classname=\"", out);
    put_xml(out, path);
    fputs("\" name=\"all rules\"/>\n", out);
  }
  fputs("  </testsuite>\n", out);
}

void check_report_junit(FILE *out, const char *const *path, int n,
                        const Findings *f)
{
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
  for (int i = 0; i < n; i++) junit_suite(out, path[i], &f[i]);
  fputs("</testsuites>\n", out);
}

/* --- rules --- */

void check_report_rules(FILE *out)
{
  for (int t = 0; t < N_TOPICS; t++) {
    fprintf(out, "%s%s\n", t ? "\n" : "", topics[t].title);
    for (int i = (int)topics[t].first; i < (int)topics[t + 1].first; i++) {
      const Rule *rule = rule_of((RuleId)i);
      fprintf(out, "  %-24s %-8s %s\n", rule->name,
              severity_word(rule->severity), rule->title);
      fprintf(out, "  %-24s %-8s to fix it: %s\n", "", rule->section,
              rule->mend);
    }
  }
}
