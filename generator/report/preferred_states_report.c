/* preferred_states_report.c: one line for each variable that is wanted as a state. */
#include "report/preferred_states_report.h"

#include <assert.h>

#include "reduce/index/state_preference.h"
#include "report/html_text.h"

enum { MOST_LISTED = 100 };

static bool preferred_states_report_is_wanted(const Var *var)
{
  return var->kind == VAR_CONTINUOUS && var->alias_of.i < 0 &&
         var->state_select >= STATE_PREFER;
}

static int count_wanted(const System *sys)
{
  int n = 0;
  for (int i = 0; i < sys->n_vars; i++)
    n += preferred_states_report_is_wanted(&sys->var[i]);
  return n;
}

static const char *outcome(const Var *var)
{
  assert(preferred_states_report_is_wanted(var));
  if (var->set >= 0) return "candidate";
  return var->role == ROLE_STATE ? "state" : "no state";
}

/* The dummy derivative of a variable that is not a state has the reason. */
static const char *preferred_states_report_reason(const System *sys,
                                                  const Var *var)
{
  if (var->set >= 0) return "chosen while the FMU runs";
  if (var->why) return var->why;
  if (var->derivative.i >= 0 && sys->var[var->derivative.i].why) {
    return sys->var[var->derivative.i].why;
  }
  return "nothing else could be computed instead";
}

/* The word after "StateSelect.". */
static const char *preference_word(const Var *var)
{
  assert(var->state_select >= STATE_PREFER);
  return var->state_select == STATE_ALWAYS ? "always" : "prefer";
}

void preferred_states_report_text(const System *sys, FILE *out)
{
  int n = count_wanted(sys), shown = 0;
  if (n == 0) return;
  fputs("\nPreferred states (stateSelect, reinit)\n", out);
  for (int i = 0; i < sys->n_vars && shown < MOST_LISTED; i++) {
    const Var *var = &sys->var[i];
    if (!preferred_states_report_is_wanted(var)) continue;
    fprintf(out, "  %s, %s: %s, %s\n", var->name, preference_word(var),
            outcome(var), preferred_states_report_reason(sys, var));
    shown++;
  }
  if (n > shown) fprintf(out, "  and %d more\n", n - shown);
}

void preferred_states_report_html(const System *sys, FILE *out)
{
  int n = count_wanted(sys), shown = 0;
  if (n == 0) return;
  fputs(
      "<p>Preferred by <code>stateSelect</code> or <code>reinit()</code>:</p>\n"
      "<div "
      "class=\"scroll\"><table><thead><tr><th>variable</th><th>preference</"
      "th><th>is</th><th>because</th></tr></thead><tbody>\n",
      out);
  for (int i = 0; i < sys->n_vars && shown < MOST_LISTED; i++) {
    const Var *var = &sys->var[i];
    if (!preferred_states_report_is_wanted(var)) continue;
    fputs("<tr><td class=\"code\">", out);
    html_put(out, var->name);
    fprintf(out, "</td><td>%s</td><td>%s</td><td>", preference_word(var),
            outcome(var));
    html_put(out, preferred_states_report_reason(sys, var));
    fputs("</td></tr>\n", out);
    shown++;
  }
  if (n > shown) fprintf(out, "<tr><td>and %d more</td></tr>\n", n - shown);
  fputs("</tbody></table></div>\n", out);
}

static void json_text(JsonWriter *w, const char *key, const char *text)
{
  json_key(w, key);
  json_string(w, text);
}

void preferred_states_report_json(JsonWriter *w, const System *sys)
{
  json_key(w, "wanted");
  json_array_begin(w);
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (!preferred_states_report_is_wanted(var)) continue;
    json_object_begin(w);
    json_text(w, "name", var->name);
    json_text(w, "wish", preference_word(var));
    json_text(w, "is", outcome(var));
    json_text(w, "why", preferred_states_report_reason(sys, var));
    json_object_end(w);
  }
  json_array_end(w);
}
