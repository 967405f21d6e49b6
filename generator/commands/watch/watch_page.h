/* watch_page.h: a page of curves that notices the next run by itself.
 *
 * A page from a folder of the disk can read nothing beside it but scripts. So
 * PAGE.watch.js stands beside the page while it is watched, one call that names
 * the run of the last picture and the error after it, if there is one; the page
 * takes it again and again, shows the error, and loads itself again when the
 * picture is another one. There is no server.
 *
 * needs   templates/watch.js.in, watch.html.in
 * fails   E501, E504
 */
#ifndef FOUCAULT_COMMANDS_WATCH_WATCH_PAGE_H
#define FOUCAULT_COMMANDS_WATCH_WATCH_PAGE_H

#include "base/session.h"

typedef struct WatchPage {
  Session *s;
  const char *path;   /* of the page; NULL: there is none */
  const char *drawn;  /* where a run draws it */
  const char *said;   /* where a run leaves its messages */
  const char *beside; /* the script */
  const char *title;
  int run; /* whose picture the page shows; 0: none */
} WatchPage;

/* For a --plot-file that ends in .html; else path is NULL. */
bool watch_page_begin(WatchPage *page, Session *s, const char *plot_file,
                      const char *title);
/* The run has drawn a picture (is_good), or has failed: what it has said. */
bool watch_page_show(WatchPage *page, int run, bool is_good);
/* The page stays, and is not watched any more. */
void watch_page_end(WatchPage *page);

#endif
