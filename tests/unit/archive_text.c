/* archive_text.c: PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16. */
#include "test.h"

#include "archive_text.h"

static void put2(FILE *out, unsigned value)
{
  fputc((int)(value & 0xFF), out);
  fputc((int)(value >> 8 & 0xFF), out);
}

static void put4(FILE *out, uint32_t value)
{
  put2(out, value & 0xFFFF);
  put2(out, value >> 16);
}

static uint32_t checksum(const char *data, size_t length)
{
  uint32_t crc = 0xFFFFFFFFu;
  for (size_t i = 0; i < length; i++) {
    crc ^= (unsigned char)data[i];
    for (int bit = 0; bit < 8; bit++) {
      crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
  }
  return ~crc;
}

static const char *data_of(const HandEntry *e)
{
  return e->data ? e->data : "x";
}

static size_t length_of(const HandEntry *e)
{
  return e->length > 0 ? e->length : strlen(data_of(e));
}

/* From the version needed to the length of the name: the part that both
 * records have. */
static void put_common(FILE *out, const HandEntry *e, const char *name)
{
  uint32_t length = (uint32_t)length_of(e);
  put2(out, e->needed ? e->needed : 20);
  put2(out, e->flags);
  put2(out, e->method);
  put4(out, 0x5A210000u); /* 2025-01-01 00:00 */
  put4(out, checksum(data_of(e), length) ^ (e->is_damaged ? 1 : 0));
  put4(out, length);
  put4(out, e->size ? e->size : length);
  put2(out, (unsigned)strlen(name));
}

static void put_entry(FILE *out, const HandEntry *e)
{
  const char *name = e->header_name ? e->header_name : e->name;
  put4(out, 0x04034B50u);
  put_common(out, e, name);
  put2(out, 0); /* extra field */
  fputs(name, out);
  fwrite(data_of(e), 1, length_of(e), out);
}

static void put_record(FILE *out, const HandEntry *e, long offset)
{
  put4(out, 0x02014B50u);
  put2(out, e->mode ? 3u << 8 | 20 : 20);
  put_common(out, e, e->name);
  for (int i = 0; i < 4; i++) put2(out, 0); /* extra .. internal attributes */
  put4(out, (uint32_t)e->mode << 16);
  put4(out, (uint32_t)offset);
  fputs(e->name, out);
}

void archive_text_write(const char *path, const HandEntry *entry, int n,
                        int n_parts)
{
  long offset[16];
  assert_true(n <= 16);
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  for (int i = 0; i < n; i++) {
    offset[i] = ftell(out);
    put_entry(out, &entry[i]);
  }
  long begin = ftell(out);
  for (int i = 0; i < n; i++) put_record(out, &entry[i], offset[i]);
  long end = ftell(out);
  put4(out, 0x06054B50u);
  put2(out, (unsigned)n_parts - 1);
  put2(out, 0);
  put2(out, (unsigned)n);
  put2(out, (unsigned)n);
  put4(out, (uint32_t)(end - begin));
  put4(out, (uint32_t)begin);
  put2(out, 0);
  assert_int_equal(fclose(out), 0);
}
