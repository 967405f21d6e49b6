/* verify_report.c: what --verify has found, as text and JSON. */
#include "commands/verify.h"

#include "report/report.h"

enum { MOST_SHOWN = 10, MOST_LISTED = 100 };

static const char *verify_name(const VerifiedRun *first,
                               const VerifyDifference *item)
{
  return first->description->variable[item->variable].name;
}

static void note_events(Session *s, Diagnostic *d, const Verification *v)
{
  if (!v->has_lone_event) return;
  diagnostic_note(s, d, NO_SPAN,
                  "events: %ld in the first run, %ld in the other; the one at "
                  "time %.9g of the %s run has no partner",
                  v->n_events[0], v->n_events[1], v->lone_event,
                  v->lone_run ? "other" : "first");
}

bool verify_judge(Session *s, const VerifiedRun *first, const Verification *v)
{
  if (v->is_done && v->agrees) return true;
  Diagnostic *d = v->is_done
                      ? diagnostic_file_error(
                            s, first->label, E608,
                            "the run and its repetition (%s) differ", v->way)
                      : diagnostic_file_error(s, first->label, E608,
                                              "the run cannot be repeated");
  for (int k = 0; k < v->n_refused; k++) {
    diagnostic_note(s, d, NO_SPAN, "not possible: %s", v->refused[k]);
  }
  if (!v->is_done) return false;
  note_events(s, d, v);
  for (int k = 0; k < v->n_beyond && k < MOST_SHOWN; k++) {
    const VerifyDifference *item = &v->item[k];
    diagnostic_note(s, d, NO_SPAN,
                    "%s differs by %.3g at time %.9g: %.2g of its size, %.3g "
                    "times the tolerance",
                    verify_name(first, item), item->difference, item->time,
                    item->relative, item->relative / v->tolerance);
  }
  if (v->n_beyond > MOST_SHOWN) {
    diagnostic_note(s, d, NO_SPAN, "and %d more variables",
                    v->n_beyond - MOST_SHOWN);
  }
  return false;
}

static void put_difference(JsonWriter *w, const VerifiedRun *first,
                           const Verification *v, const VerifyDifference *item)
{
  json_object_begin(w);
  json_key(w, "name");
  json_string(w, verify_name(first, item));
  json_key(w, "time");
  json_double(w, item->time);
  json_key(w, "difference");
  json_double(w, item->difference);
  json_key(w, "size");
  json_double(w, item->size);
  json_key(w, "relative");
  json_double(w, item->relative);
  json_key(w, "tolerances");
  json_double(w, item->relative / v->tolerance);
  json_object_end(w);
}

static void put_events(JsonWriter *w, const Verification *v)
{
  json_key(w, "events");
  json_array_begin(w);
  json_int(w, v->n_events[0]);
  json_int(w, v->n_events[1]);
  json_array_end(w);
  json_key(w, "events_apart");
  json_double(w, v->event_apart);
  json_key(w, "lone_event");
  if (v->has_lone_event)
    json_double(w, v->lone_event);
  else
    json_null(w);
}

void verify_put_json(JsonWriter *w, const VerifiedRun *first,
                     const Verification *v)
{
  json_key(w, "verification");
  json_object_begin(w);
  json_key(w, "agrees");
  json_bool(w, v->is_done && v->agrees);
  json_key(w, "way");
  json_string(w, v->way);
  json_key(w, "not_possible");
  json_array_begin(w);
  for (int k = 0; k < v->n_refused; k++) json_string(w, v->refused[k]);
  json_array_end(w);
  json_key(w, "allowed");
  json_double(w, v->allowed);
  put_events(w, v);
  json_key(w, "differences");
  json_array_begin(w);
  for (int k = 0; k < v->n_items && k < MOST_LISTED; k++) {
    put_difference(w, first, v, &v->item[k]);
  }
  json_array_end(w);
  json_object_end(w);
}

void verify_print(Session *s, const VerifiedRun *first, const Verification *v)
{
  if (!v->is_done || !v->agrees) return; /* E608 has said it */
  printf("verified by %s: ", v->way);
  if (v->n_items == 0) {
    printf("the same values");
  } else {
    const VerifyDifference *item = &v->item[0];
    printf("the largest difference is %.2g of the size, of %s at time %.6g",
           item->relative, report_clean(s, verify_name(first, item)),
           item->time);
  }
  if (v->n_events[0] > 0) {
    printf("; %s, %.2g s apart at most",
           report_count(s, v->n_events[0], "event"), v->event_apart);
  }
  putchar('\n');
  for (int k = 0; k < v->n_refused; k++) {
    printf("not possible: %s\n", report_clean(s, v->refused[k]));
  }
}
