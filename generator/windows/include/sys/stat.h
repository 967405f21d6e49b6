/* sys/stat.h for Windows: times in nanoseconds; see windows/posix/posix.h. */
#pragma GCC system_header
#include_next <sys/stat.h>

#ifndef FOUCAULT_WINDOWS_STAT_H
#define FOUCAULT_WINDOWS_STAT_H

#include <time.h>

struct posix_stat {
  unsigned st_mode;
  unsigned st_uid; /* geteuid(): nobody else's are known */
  unsigned st_dev; /* with st_ino: which file it is, under any name */
  unsigned long long st_ino;
  long long st_size;
  struct timespec st_mtim, st_ctim;
};

#undef stat
#undef fstat
#undef S_IFLNK
#define stat posix_stat
#define lstat posix_stat
#define fstat posix_fstat
#define S_IFLNK 0120000

int posix_stat(const char *path, struct posix_stat *info);
int posix_fstat(int file, struct posix_stat *info);

#undef mkdir
#define mkdir(path, mode) posix_mkdir(path)
int posix_mkdir(const char *path);

#define fchmod(file, mode) ((void)(file), (void)(mode), 0)

int utimensat(int folder, const char *path, const struct timespec *times,
              int flags); /* now, for times NULL */

#endif
