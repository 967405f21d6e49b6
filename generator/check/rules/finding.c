/* finding.c: the table of rules, and lists of findings. */
#include "check/rules/finding.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "fmu_file/fmu_names.h"

static const Rule rules[N_RULES] = {
#define CHECK_RULE(id, name, severity, section, title, mend)                   \
  [id] = {name, severity, section, title, mend},
#include "check/rules/rules.def"
#undef CHECK_RULE
};

const Rule *rule_of(RuleId id)
{
  assert(id < N_RULES);
  return &rules[id];
}

/* Sections of FMI 2.0.5 that rules name, and where 3.0 has the same. */
static const char *const section_pair[][2] = {
    {"1.1", "1.2"},     {"2.1", "2.2.1"},          {"2.1.1", "2.5"},
    {"2.1.3", "2.2.4"}, {"2.1.4", "2.2.5"},        {"2.1.5", "2.3.1"},
    {"2.1.6", "2.3"},   {"2.1.7", "2.2.7.2"},      {"2.1.8", "2.2.7.4"},
    {"2.2", "2.4"},     {"2.1.9", "2.2.12.1"},     {"2.2.1", "2.4.1"},
    {"2.2.2", "2.4.3"}, {"2.2.3", "2.4.4"},        {"2.2.4", "2.4.5"},
    {"2.2.5", "2.4.6"}, {"2.2.6", "2.4.1"},        {"2.2.7", "2.4.7"},
    {"2.2.8", "2.4.8"}, {"2.2.9", "2.4.7.5"},      {"2.3", "2.5"},
    {"2.3.1", "2.5.1"}, {"3.2.2", "2.3.5"},        {"3.2.3, 4.2.4", "2.3"},
    {"3.3.1", "2.4.2"}, {"3.3.1, 4.3.1", "2.4.2"}, {"4.3.1", "4.4"}};

const char *finding_section(const Finding *finding, Arena *arena)
{
  const char *section = rules[finding->rule].section;
  if (finding->version != 3 || !isdigit((unsigned char)section[0]))
    return section;
  for (size_t i = 0; i < sizeof section_pair / sizeof section_pair[0]; i++) {
    if (strcmp(section_pair[i][0], section) == 0)
      return arena_printf(arena, "FMI 3.0 %s", section_pair[i][1]);
  }
  return arena_printf(arena, "FMI 3.0 %s", section);
}

RuleId rule_find(const char *name)
{
  int i = 0;
  while (i < N_RULES && strcmp(rules[i].name, name) != 0) i++;
  return (RuleId)i;
}

const char *severity_word(FindingSeverity severity)
{
  assert(severity <= FINDING_ERROR);
  static const char *const word[] = {"note", "warning", "error"};
  return word[severity];
}

/* Several parts of the check may meet the same fault. */
static bool finding_is_known(const Findings *f, const Finding *x)
{
  for (int i = 0; i < f->n; i++) {
    const Finding *y = &f->item[i];
    if (x->rule == y->rule && x->line == y->line && x->column == y->column &&
        strcmp(x->where, y->where) == 0 &&
        strcmp(x->message, y->message) == 0) {
      return true;
    }
  }
  return false;
}

static void finding_keep(Findings *f, Finding finding)
{
  assert(finding.rule < N_RULES && finding.where && finding.message);
  Arena *arena = f->s->session_arena;
  if (finding.version == 0) finding.version = f->version;
  finding.where = fmu_names_text(arena, finding.version, finding.where);
  finding.message = fmu_names_text(arena, finding.version, finding.message);
  if (f->ignore[finding.rule] || finding_is_known(f, &finding)) return;
  if (++f->n_of_rule[finding.rule] > MOST_OF_RULE) return;
  f->item = vector_grow(f->s->session_arena, f->item, &f->cap, f->n + 1,
                        sizeof f->item[0]);
  f->item[f->n++] = finding;
  if (f->echo) finding_write(f->echo, &finding);
}

static void add(Findings *f, RuleId rule, FindingPlace place,
                const char *format, va_list args)
{
  if (f->ignore[rule]) return;
  const char *message = arena_vprintf(f->s->session_arena, format, args);
  finding_keep(f, (Finding){rule, place.where, place.line, place.column,
                            message, f->version});
}

bool finding_add(Findings *f, RuleId rule, FindingPlace place,
                 const char *format, ...)
{
  va_list args;
  va_start(args, format);
  add(f, rule, place, format, args);
  va_end(args);
  return false;
}

bool finding_at(Findings *f, RuleId rule, const char *where, const char *format,
                ...)
{
  va_list args;
  va_start(args, format);
  add(f, rule, (FindingPlace){where, 0, 0}, format, args);
  va_end(args);
  return false;
}

int findings_count(const Findings *f, FindingSeverity severity)
{
  int n = 0;
  for (int i = 0; i < N_RULES; i++) {
    if (rules[i].severity == severity) n += f->n_of_rule[i];
  }
  return n;
}

/* --- as bytes --- */

/* Bytes of a field, its zero too: an FMU may have written any number of marks
 * that nothing follows. */
enum { LONGEST_FIELD = 1 << 14 };

/* One record: the mark, six fields that end with a zero byte. */
static const char record_mark[] = "\1finding\1";

void finding_write(FILE *out, const Finding *finding)
{
  fputs(record_mark, out);
  fprintf(out, "%s%c%d%c%d%c", rules[finding->rule].name, 0, finding->line, 0,
          finding->column, 0);
  fprintf(out, "%.*s%c%.*s%c%d%c", LONGEST_FIELD - 1, finding->where, 0,
          LONGEST_FIELD - 1, finding->message, 0, finding->version, 0);
  fflush(out);
}

enum { N_FIELDS = 6 };

/* The end of the record whose fields begin at `at`; NULL: cut off. */
static const char *read_fields(const char *at, const char *end,
                               const char *field[N_FIELDS])
{
  for (int i = 0; i < N_FIELDS; i++) {
    size_t left = (size_t)(end - at);
    const char *zero =
        memchr(at, 0, left < LONGEST_FIELD ? left : LONGEST_FIELD);
    if (!zero) return NULL;
    field[i] = at;
    at = zero + 1;
  }
  return at;
}

static const char *finding_copy(Findings *f, const char *text)
{
  return arena_copy_text(f->s->session_arena, text, strlen(text));
}

/* A line or column as finding_write() writes it; false: a stranger's. */
static bool finding_read_place(const char *text, int *place)
{
  char *end;
  long number = strtol(text, &end, 10);
  if (end == text || *end || number < 0 || number > INT_MAX) return false;
  *place = (int)number;
  return true;
}

/* Makes a finding of the fields; false: they are not a record. */
static bool finding_read(Findings *f, const char *const field[N_FIELDS])
{
  RuleId rule = rule_find(field[0]);
  int line, column, version;
  if (rule == N_RULES || !finding_read_place(field[1], &line) ||
      !finding_read_place(field[2], &column) ||
      !finding_read_place(field[5], &version)) {
    return false;
  }
  finding_keep(f, (Finding){rule, finding_copy(f, field[3]), line, column,
                            finding_copy(f, field[4]), version});
  return true;
}

void findings_read(Findings *f, const char *bytes, size_t length)
{
  const char *end = bytes + length;
  size_t n_mark = sizeof record_mark - 1;
  for (const char *at = bytes; at + n_mark <= end;) {
    const char *field[N_FIELDS];
    const char *next = NULL;
    if (memcmp(at, record_mark, n_mark) == 0) {
      next = read_fields(at + n_mark, end, field);
    }
    if (!next || !finding_read(f, field)) {
      at++;
      continue;
    }
    assert(next > at); /* the loop ends */
    at = next;
  }
}
