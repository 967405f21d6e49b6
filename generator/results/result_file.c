/* result_file.c: by the ending of the name. */
#include "results/result_file.h"

#include "base/text/path.h"

bool result_file_begin(Session *s, ResultFile *file, const char *path,
                       const FmuDescription *description, const int *variable,
                       int n)
{
  file->is_mat = path_has_ending(path, ".mat");
  if (file->is_mat) {
    return mat_begin(s, &file->mat, path, description, variable, n);
  }
  return csv_begin(s, &file->csv, path, description, variable, n);
}

bool result_file_row(ResultFile *file, double time, const FmuValues *values)
{
  return file->is_mat ? mat_row(&file->mat, time, values)
                      : csv_row(&file->csv, time, values);
}

bool result_file_is_full(const ResultFile *file)
{
  return ferror(file->is_mat ? file->mat.points : file->csv.out) != 0;
}

bool result_file_end(Session *s, ResultFile *file)
{
  return file->is_mat ? mat_end(&file->mat) : csv_end(s, &file->csv);
}

void result_file_abandon(ResultFile *file)
{
  if (file->is_mat)
    mat_abandon(&file->mat);
  else
    csv_abandon(&file->csv);
}
