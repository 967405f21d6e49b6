/* linking.c: what all parts of a link need. */
#include "emit/fast/linking.h"

bool link_fail(Link *l, const char *reason)
{
  l->reason = reason;
  return false;
}

uint64_t link_round_up(uint64_t size, uint64_t unit)
{
  return unit > 1 ? (size + unit - 1) / unit * unit : size;
}

uint64_t link_entry(const Link *l, int64_t tag)
{
  for (size_t k = 0; k < l->n_entries; k++) {
    if (l->entry[k].d_tag == tag) return l->entry[k].d_un.d_val;
  }
  return 0;
}
