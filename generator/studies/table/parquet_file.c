/* parquet_file.c: see parquet_file.h. */
#include "studies/table/parquet_file.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"

enum {
  PARQUET_GROUP_ROWS = 65536,
  PARQUET_GROUP_BYTES = 32 << 20, /* of all columns; more are written early */
  THRIFT_I32 = 5,
  THRIFT_I64 = 6,
  THRIFT_BINARY = 8,
  THRIFT_LIST = 9,
  THRIFT_STRUCT = 12,
  ENCODING_PLAIN = 0,
  ENCODING_RLE = 3
};

/* Type and size of a value in parquet.thrift; in step with ParquetType. */
static const int parquet_type[] = {
    [PARQUET_INT64] = 2, [PARQUET_DOUBLE] = 5, [PARQUET_TEXT] = 6};

typedef struct Bytes {
  unsigned char *byte;
  int n, cap;
} Bytes;

typedef struct ColumnData {
  ParquetColumn of;
  Bytes value;    /* PLAIN */
  Bytes is_there; /* one a row, of an optional column */
} ColumnData;

/* A column of a group that has been written. */
typedef struct Chunk {
  int64_t at, size;
} Chunk;

typedef struct Group {
  int64_t n_rows, size;
  Chunk *chunk; /* [n_columns] */
} Group;

struct ParquetFile {
  Arena *arena;
  FILE *out;
  ColumnData *column;
  int n_columns, at; /* the column that is next */
  int64_t n_rows;    /* of the present group */
  int64_t place;     /* in the file */
  Group *group;
  int n_groups, cap_groups;
  Bytes text;         /* of a header */
  Bytes runs, levels; /* of a page */
};

/* --- bytes --- */

static void bytes_put(const ParquetFile *p, Bytes *to, const void *from,
                      size_t n)
{
  if (n == 0) return;
  to->byte = vector_grow(p->arena, to->byte, &to->cap, to->n + (int)n, 1);
  memcpy(to->byte + to->n, from, n);
  to->n += (int)n;
}

static void bytes_put_one(const ParquetFile *p, Bytes *to, unsigned value)
{
  unsigned char byte = (unsigned char)value;
  bytes_put(p, to, &byte, 1);
}

/* Seven bits each, the lowest first. */
static void bytes_put_varint(const ParquetFile *p, Bytes *to, uint64_t value)
{
  for (; value >= 128; value >>= 7)
    bytes_put_one(p, to, (unsigned)(value & 127) | 128);
  bytes_put_one(p, to, (unsigned)value);
}

/* The lowest byte first, on every machine. */
static void bytes_put_fixed(const ParquetFile *p, Bytes *to, uint64_t value,
                            int n)
{
  unsigned char byte[8];
  assert(n <= 8);
  for (int i = 0; i < n; i++) byte[i] = (unsigned char)(value >> (8 * i));
  bytes_put(p, to, byte, (size_t)n);
}

static void parquet_write(ParquetFile *p, const Bytes *bytes)
{
  if (bytes->n > 0) fwrite(bytes->byte, 1, (size_t)bytes->n, p->out);
  p->place += bytes->n;
}

/* --- Thrift's compact protocol --- */

/* A struct is fields in rising order of their numbers. */
static void thrift_field(ParquetFile *p, int *last, int number, int type)
{
  assert(number > *last && number - *last < 16);
  bytes_put_one(p, &p->text, (unsigned)((number - *last) << 4 | type));
  *last = number;
}

static void thrift_end(ParquetFile *p)
{
  bytes_put_one(p, &p->text, 0);
}

static void thrift_number(ParquetFile *p, int64_t value)
{
  uint64_t sign = value < 0 ? UINT64_MAX : 0;
  bytes_put_varint(p, &p->text, (uint64_t)value << 1 ^ sign);
}

static void thrift_text(ParquetFile *p, const char *text)
{
  bytes_put_varint(p, &p->text, strlen(text));
  bytes_put(p, &p->text, text, strlen(text));
}

static void thrift_list(ParquetFile *p, int n, int type)
{
  if (n < 15) {
    bytes_put_one(p, &p->text, (unsigned)(n << 4 | type));
    return;
  }
  bytes_put_one(p, &p->text, (unsigned)(0xf0 | type));
  bytes_put_varint(p, &p->text, (uint64_t)n);
}

static void thrift_i32(ParquetFile *p, int *last, int number, int64_t value)
{
  thrift_field(p, last, number, THRIFT_I32);
  thrift_number(p, value);
}

static void thrift_i64(ParquetFile *p, int *last, int number, int64_t value)
{
  thrift_field(p, last, number, THRIFT_I64);
  thrift_number(p, value);
}

static void thrift_binary(ParquetFile *p, int *last, int number,
                          const char *text)
{
  thrift_field(p, last, number, THRIFT_BINARY);
  thrift_text(p, text);
}

/* --- a group --- */

/* Which values are there: runs of equal bits, after their length. */
static void make_levels(ParquetFile *p, const ColumnData *c)
{
  Bytes *runs = &p->runs;
  const unsigned char *is_there = c->is_there.byte;
  runs->n = 0;
  for (int i = 0; i < c->is_there.n;) {
    int begin = i;
    while (i < c->is_there.n && is_there[i] == is_there[begin]) i++;
    bytes_put_varint(p, runs, (uint64_t)(i - begin) << 1);
    bytes_put_one(p, runs, is_there[begin]);
  }
  bytes_put_fixed(p, &p->levels, (uint64_t)runs->n, 4);
  bytes_put(p, &p->levels, runs->byte, (size_t)runs->n);
}

/* PageHeader. */
static void make_page_header(ParquetFile *p, int64_t size)
{
  int last = 0, inner = 0;
  p->text.n = 0;
  thrift_i32(p, &last, 1, 0); /* a page of data */
  thrift_i32(p, &last, 2, size);
  thrift_i32(p, &last, 3, size);
  thrift_field(p, &last, 5, THRIFT_STRUCT);
  thrift_i32(p, &inner, 1, p->n_rows);
  thrift_i32(p, &inner, 2, ENCODING_PLAIN);
  thrift_i32(p, &inner, 3, ENCODING_RLE);
  thrift_i32(p, &inner, 4, ENCODING_RLE);
  thrift_end(p);
  thrift_end(p);
}

static Chunk write_chunk(ParquetFile *p, ColumnData *c)
{
  Chunk chunk = {.at = p->place};
  p->levels.n = 0;
  if (c->of.is_optional) make_levels(p, c);
  make_page_header(p, p->levels.n + c->value.n);
  parquet_write(p, &p->text);
  parquet_write(p, &p->levels);
  parquet_write(p, &c->value);
  c->value.n = c->is_there.n = 0;
  chunk.size = p->place - chunk.at;
  return chunk;
}

static void write_group(ParquetFile *p)
{
  assert(p->at == 0 && p->n_rows > 0);
  Group g = {
      .n_rows = p->n_rows,
      .chunk = arena_array(p->arena, (size_t)p->n_columns, sizeof g.chunk[0])};
  for (int i = 0; i < p->n_columns; i++) {
    g.chunk[i] = write_chunk(p, &p->column[i]);
    g.size += g.chunk[i].size;
  }
  p->group = vector_grow(p->arena, p->group, &p->cap_groups, p->n_groups + 1,
                         sizeof g);
  p->group[p->n_groups++] = g;
  p->n_rows = 0;
}

/* --- values --- */

static int64_t kept_bytes(const ParquetFile *p)
{
  int64_t n = 0;
  for (int i = 0; i < p->n_columns; i++) n += p->column[i].value.n;
  return n;
}

/* The column that is next; its value is there or not. */
static ColumnData *take_column(ParquetFile *p, ParquetType type, bool is_there)
{
  ColumnData *c = &p->column[p->at];
  assert(c->of.type == type && (is_there || c->of.is_optional));
  if (c->of.is_optional) bytes_put_one(p, &c->is_there, is_there);
  return c;
}

static void parquet_end_value(ParquetFile *p)
{
  if (++p->at < p->n_columns) return;
  p->at = 0;
  p->n_rows++;
  bool is_large = p->n_rows % 256 == 0 && kept_bytes(p) >= PARQUET_GROUP_BYTES;
  if (is_large || p->n_rows == PARQUET_GROUP_ROWS) write_group(p);
}

void parquet_put_int(ParquetFile *p, int64_t value)
{
  ColumnData *c = take_column(p, PARQUET_INT64, true);
  bytes_put_fixed(p, &c->value, (uint64_t)value, 8);
  parquet_end_value(p);
}

void parquet_put_double(ParquetFile *p, double value)
{
  bool is_there = !isnan(value) || !p->column[p->at].of.is_optional;
  ColumnData *c = take_column(p, PARQUET_DOUBLE, is_there);
  uint64_t bits;
  memcpy(&bits, &value, 8);
  if (is_there) bytes_put_fixed(p, &c->value, bits, 8);
  parquet_end_value(p);
}

void parquet_put_text(ParquetFile *p, const char *text)
{
  bool is_there = *text || !p->column[p->at].of.is_optional;
  ColumnData *c = take_column(p, PARQUET_TEXT, is_there);
  if (is_there) {
    bytes_put_fixed(p, &c->value, strlen(text), 4);
    bytes_put(p, &c->value, text, strlen(text));
  }
  parquet_end_value(p);
}

/* --- the end --- */

/* SchemaElement: the root, then the columns. */
static void put_schema(ParquetFile *p)
{
  int last = 0;
  thrift_list(p, p->n_columns + 1, THRIFT_STRUCT);
  thrift_binary(p, &last, 4, "schema");
  thrift_i32(p, &last, 5, p->n_columns);
  thrift_end(p);
  for (int i = 0; i < p->n_columns; i++) {
    const ParquetColumn *c = &p->column[i].of;
    last = 0;
    thrift_i32(p, &last, 1, parquet_type[c->type]);
    thrift_i32(p, &last, 3, c->is_optional);
    thrift_binary(p, &last, 4, c->name);
    if (c->type == PARQUET_TEXT) thrift_i32(p, &last, 6, 0); /* UTF8 */
    thrift_end(p);
  }
}

/* ColumnChunk with its ColumnMetaData. */
static void put_chunk(ParquetFile *p, const Group *g, int i)
{
  const ParquetColumn *c = &p->column[i].of;
  int last = 0, inner = 0;
  assert(g->chunk[i].size > 0);
  thrift_i64(p, &last, 2, g->chunk[i].at);
  thrift_field(p, &last, 3, THRIFT_STRUCT);
  thrift_i32(p, &inner, 1, parquet_type[c->type]);
  thrift_field(p, &inner, 2, THRIFT_LIST);
  thrift_list(p, 2, THRIFT_I32);
  thrift_number(p, ENCODING_PLAIN);
  thrift_number(p, ENCODING_RLE);
  thrift_field(p, &inner, 3, THRIFT_LIST);
  thrift_list(p, 1, THRIFT_BINARY);
  thrift_text(p, c->name);
  thrift_i32(p, &inner, 4, 0); /* no compression */
  thrift_i64(p, &inner, 5, g->n_rows);
  thrift_i64(p, &inner, 6, g->chunk[i].size);
  thrift_i64(p, &inner, 7, g->chunk[i].size);
  thrift_i64(p, &inner, 9, g->chunk[i].at);
  thrift_end(p);
  thrift_end(p);
}

static void put_groups(ParquetFile *p)
{
  thrift_list(p, p->n_groups, THRIFT_STRUCT);
  for (int k = 0; k < p->n_groups; k++) {
    const Group *g = &p->group[k];
    int last = 0;
    thrift_field(p, &last, 1, THRIFT_LIST);
    thrift_list(p, p->n_columns, THRIFT_STRUCT);
    for (int i = 0; i < p->n_columns; i++) put_chunk(p, g, i);
    thrift_i64(p, &last, 2, g->size);
    thrift_i64(p, &last, 3, g->n_rows);
    thrift_end(p);
  }
}

/* FileMetaData. */
static void make_footer(ParquetFile *p)
{
  int last = 0;
  int64_t n = 0;
  for (int k = 0; k < p->n_groups; k++) n += p->group[k].n_rows;
  p->text.n = 0;
  thrift_i32(p, &last, 1, 1);
  thrift_field(p, &last, 2, THRIFT_LIST);
  put_schema(p);
  thrift_i64(p, &last, 3, n);
  thrift_field(p, &last, 4, THRIFT_LIST);
  put_groups(p);
  thrift_binary(p, &last, 6, "Foucault");
  thrift_end(p);
}

static void put_magic(ParquetFile *p)
{
  fwrite("PAR1", 1, 4, p->out);
  p->place += 4;
}

ParquetFile *parquet_begin(Arena *arena, FILE *out, const ParquetColumn *column,
                           int n_columns)
{
  assert(n_columns > 0);
  ParquetFile *p = arena_array(arena, 1, sizeof *p);
  *p = (ParquetFile){
      .arena = arena,
      .out = out,
      .n_columns = n_columns,
      .column = arena_array(arena, (size_t)n_columns, sizeof p->column[0])};
  for (int i = 0; i < n_columns; i++) p->column[i].of = column[i];
  put_magic(p);
  return p;
}

bool parquet_end(ParquetFile *p)
{
  assert(p->at == 0); /* no row is half there */
  if (p->n_rows > 0) write_group(p);
  make_footer(p);
  int64_t size = p->text.n;
  bytes_put_fixed(p, &p->text, (uint64_t)size, 4);
  parquet_write(p, &p->text);
  put_magic(p);
  return fflush(p->out) == 0 && !ferror(p->out);
}
