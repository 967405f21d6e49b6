/* package.c: zips in memory, then writes one file. */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/package.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zip.h>

#include "base/temporary.h"

/* MS-DOS: years since 1980, month, day. Noon exists in every time zone. */
#define DOS_DATE ((zip_uint16_t)(0 << 9 | 1 << 5 | 1))
#define DOS_TIME ((zip_uint16_t)(12 << 11))
#define LARGE_MEMBER 800000 /* bytes */
#define MODE_FILE (0100644u << 16)
#define MODE_PROGRAM (0100755u << 16)

/* --- the archive in memory --- */

/* Level 9 takes five times as long as level 5 and saves one percent; large
 * members would take longer than the C compiler. */
static zip_uint32_t package_level_of(const PackageMember *member)
{
  return member->size > LARGE_MEMBER ? 1 : 5;
}

static bool set_compression(zip_t *archive, zip_uint64_t index, PackageUse use,
                            const PackageMember *member)
{
  if (use == PACKAGE_READ_ONCE)
    return zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) == 0;
  return zip_set_file_compression(archive, index, ZIP_CM_DEFLATE,
                                  package_level_of(member)) == 0;
}

static bool set_properties(zip_t *archive, zip_uint64_t index, PackageUse use,
                           const PackageMember *member)
{
  return set_compression(archive, index, use, member) &&
         zip_file_set_dostime(archive, index, DOS_TIME, DOS_DATE, 0) == 0 &&
         zip_file_set_external_attributes(archive, index, 0, ZIP_OPSYS_UNIX,
                                          member->is_program ? MODE_PROGRAM
                                                             : MODE_FILE) == 0;
}

static zip_source_t *source_of(zip_t *archive, const PackageMember *member)
{
  assert(member->bytes || member->path);
  if (!member->bytes) return zip_source_file(archive, member->path, 0, -1);
  return zip_source_buffer(archive, member->bytes, member->size, 0);
}

static bool package_add_member(zip_t *archive, PackageUse use,
                               const PackageMember *member)
{
  zip_source_t *source = source_of(archive, member);
  if (!source) return false;
  zip_int64_t index =
      zip_file_add(archive, member->name, source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return false;
  }
  return set_properties(archive, (zip_uint64_t)index, use, member);
}

/* Closing consumes one reference of `target`; ours stays. */
static bool package_fill(zip_source_t *target, PackageUse use,
                         const PackageMember *member, int n_members)
{
  zip_t *archive = zip_open_from_source(target, ZIP_TRUNCATE, NULL);
  if (!archive) return false;
  zip_source_keep(target);
  bool ok = true;
  for (int k = 0; k < n_members && ok; k++) {
    ok = package_add_member(archive, use, &member[k]);
  }
  if (ok && zip_close(archive) == 0) return true;
  zip_discard(archive);
  return false;
}

static bool copy_out(Arena *arena, zip_source_t *target, char **bytes,
                     size_t *size)
{
  zip_stat_t info;
  if (zip_source_stat(target, &info) != 0) return false;
  if (zip_source_open(target) != 0) return false;
  *size = (size_t)info.size;
  *bytes = arena_alloc(arena, *size);
  zip_int64_t n = zip_source_read(target, *bytes, info.size);
  zip_source_close(target);
  return n >= 0 && (zip_uint64_t)n == info.size;
}

static bool make_archive(Arena *arena, PackageUse use,
                         const PackageMember *member, int n_members,
                         char **bytes, size_t *size)
{
  zip_source_t *target = zip_source_buffer_create(NULL, 0, 0, NULL);
  if (!target) return false;
  bool ok = package_fill(target, use, member, n_members) &&
            copy_out(arena, target, bytes, size);
  zip_source_free(target);
  return ok;
}

/* --- the file --- */

static bool package_write_all(int fd, const char *bytes, size_t size)
{
  while (size > 0) {
    ssize_t n = write(fd, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes += n;
    size -= (size_t)n;
  }
  return true;
}

/* A full disk may show only when the bytes are forced out. */
static bool package_write_file(const char *path, PackageUse use,
                               const char *bytes, size_t size)
{
  int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd < 0) return false;
  bool ok = package_write_all(fd, bytes, size) &&
            (use == PACKAGE_READ_ONCE || fsync(fd) == 0);
  int reason = errno;
  if (close(fd) != 0 && ok) return false;
  errno = reason;
  return ok;
}

static bool publish(Session *s, const char *path, PackageUse use,
                    const char *bytes, size_t size)
{
  const char *beside = temporary_beside(s, path);
  if (!beside) return false;
  if (!package_write_file(beside, use, bytes, size)) {
    diagnostic_file_error(s, path, E501, "the file cannot be written: %s",
                          strerror(errno));
    unlink(beside);
    return false;
  }
  if (temporary_publish(s, beside, path)) return true;
  unlink(beside);
  return false;
}

bool package_write(Session *s, const char *path, PackageUse use,
                   const PackageMember *member, int n_members)
{
  assert(n_members > 0);
  ArenaMark mark = arena_mark(session_scratch(s));
  char *bytes;
  size_t size;
  bool ok =
      make_archive(session_scratch(s), use, member, n_members, &bytes, &size);
  if (ok) {
    ok = publish(s, path, use, bytes, size);
  } else {
    diagnostic_file_error(s, path, E501, "the archive cannot be made");
  }
  arena_release(mark);
  return ok;
}
