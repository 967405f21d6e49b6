/* lower_family.c: see lower_family.h. */
#include "reduce/lower/lower_family.h"

#include <string.h>

LowerFamilies lower_families_begin(System *sys, const FlatModel *flat)
{
  return (LowerFamilies){.sys = sys, .first = family_add(sys, flat->n_repeats)};
}

void lower_family_of_repeat(const LowerFamilies *f, const FlatEquation *from,
                            Eq *eq)
{
  if (!from->repeat) return;
  eq->family = f->first + from->repeat->number;
  eq->position = from->position;
}

static bool is_of_text(const FamilyText *text, const Eq *eq)
{
  return text->n > 0 && text->is_flow == eq->is_flow &&
         memcmp(&text->span, &eq->span, sizeof eq->span) == 0;
}

/* Texts come in turn: it is most likely that of the last equation, or the one
 * after it. */
static FamilyText *find_text(LowerFamilies *f, const Eq *eq)
{
  for (int k = 0; k < FAMILY_TEXTS; k++) {
    int at = (f->last + k) % FAMILY_TEXTS;
    if (!is_of_text(&f->text[at], eq)) continue;
    f->last = at;
    return &f->text[at];
  }
  f->last = f->next;
  f->next = (f->next + 1) % FAMILY_TEXTS;
  FamilyText *text = &f->text[f->last];
  *text = (FamilyText){.span = eq->span, .is_flow = eq->is_flow};
  return text;
}

static void begin_family(System *sys, FamilyText *text)
{
  text->family = family_add(sys, 1);
  for (int k = 0; k < FAMILY_FEWEST; k++) {
    sys->eq[text->member[k]].family = text->family;
    sys->eq[text->member[k]].position = k;
  }
}

void lower_family_appended(LowerFamilies *f)
{
  int k = f->sys->n_eqs - 1;
  Eq *eq = &f->sys->eq[k];
  if (eq->family > 0) return; /* of a repeat */
  FamilyText *text = find_text(f, eq);
  if (text->family == 0) {
    text->member[text->n++] = k;
    if (text->n == FAMILY_FEWEST) begin_family(f->sys, text);
  } else {
    eq->family = text->family;
    eq->position = text->n++;
  }
}
