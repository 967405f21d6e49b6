/* parquet_file.h: a file of Apache Parquet, written row by row.
 *
 * The room studies/table/ has formats of tables. It calls base/.
 *
 * The columns of some thousand rows are kept until they are a row group; then
 * each is written as one page, without compression (encoding PLAIN; where a
 * value may be missing, with definition levels in runs). What the groups are is
 * at the end of the file, in Thrift's compact protocol.
 *
 * needs   a stream at its beginning
 * gives   the same bytes for the same rows
 * fails   parquet_end() is false: errno
 * paper   github.com/apache/parquet-format: README.md, Encodings.md,
 *         parquet.thrift
 */
#ifndef FOUCAULT_STUDIES_TABLE_PARQUET_FILE_H
#define FOUCAULT_STUDIES_TABLE_PARQUET_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/* In step with the table in parquet_file.c. */
typedef enum ParquetType {
  PARQUET_INT64,
  PARQUET_DOUBLE,
  PARQUET_TEXT /* UTF-8 */
} ParquetType;

typedef struct ParquetColumn {
  const char *name;
  ParquetType type;
  bool is_optional; /* values may be missing */
} ParquetColumn;

typedef struct ParquetFile ParquetFile;

/* The columns are copied, their names are not. Everything is in the arena. */
ParquetFile *parquet_begin(Arena *arena, FILE *out, const ParquetColumn *column,
                           int n_columns);
/* The next value of the present row, in the order of the columns. Where the
 * column is optional, NaN and a text without letters are missing. */
void parquet_put_int(ParquetFile *p, int64_t value);
void parquet_put_double(ParquetFile *p, double value);
void parquet_put_text(ParquetFile *p, const char *text);
/* Writes what is left, and the end. The stream is not closed. */
bool parquet_end(ParquetFile *p);

#endif
