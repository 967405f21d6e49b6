/* time.h: for models that TinyCC compiles, on x86-64. */
#ifndef FOUCAULT_TIME_H
#define FOUCAULT_TIME_H

#include <stddef.h>

#ifdef _WIN32
typedef long long time_t;
typedef long clock_t;
#define CLOCKS_PER_SEC 1000L
#else
typedef long time_t, clock_t;
#define CLOCKS_PER_SEC 1000000L
#endif

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday;
  int tm_isdst;
#ifndef _WIN32
  long tm_gmtoff;
  const char *tm_zone;
#endif
};

clock_t clock(void);
double difftime(time_t end, time_t begin);
struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
time_t mktime(struct tm *time);
size_t strftime(char *text, size_t size, const char *format,
                const struct tm *time);
time_t time(time_t *now);

#endif
