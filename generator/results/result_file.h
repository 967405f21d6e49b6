/* result_file.h: the file of --output: a MATLAB file where its name ends in
 * .mat (mat.h), a CSV table else (csv.h).
 *
 * The room results/ owns tables of numbers: results that are written, inputs
 * that are read, invariants. It calls fmu_file/, emit/text/, symbolic/, parse/
 * and base/. Reading order: this file, csv.h, mat.h, input_table.h,
 * invariant.h.
 *
 * It is written beside its place and moved there when it is whole.
 */
#ifndef FOUCAULT_RESULTS_RESULT_FILE_H
#define FOUCAULT_RESULTS_RESULT_FILE_H

#include "results/csv.h"
#include "results/mat.h"

typedef struct ResultFile {
  bool is_mat;
  CsvWriter csv;
  MatWriter mat;
} ResultFile;

/* The columns are the positions 0 .. n-1 of the values. False after E501. */
bool result_file_begin(Session *s, ResultFile *file, const char *path,
                       const FmuDescription *description, const int *variable,
                       int n);
/* False if the disk is full; result_file_end() then reports it. */
bool result_file_row(ResultFile *file, double time, const FmuValues *values);
bool result_file_is_full(const ResultFile *file);
/* Puts the file in its place; false after E501. */
bool result_file_end(Session *s, ResultFile *file);
/* Gives up: an old file stays. */
void result_file_abandon(ResultFile *file);

#endif
