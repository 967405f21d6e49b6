/* fortran.c: what LAPACK asks of its surroundings, so that an FMU needs no
 * runtime library of Fortran. */
#include "../ModelicaUtilities.h"
#include <string.h>

void xerbla_(const char *name, const int *argument, size_t length);
void _gfortran_concat_string(size_t size, char *to, size_t n_left,
                             const char *left, size_t n_right,
                             const char *right);

/* An argument with a value that is not allowed; the library's own would end
 * the program. */
void xerbla_(const char *name, const int *argument, size_t length)
{
  while (length > 0 && name[length - 1] == ' ') length--;
  ModelicaFormatError("LAPACK: argument %d of %.*s is not allowed", *argument,
                      (int)length, name);
}

/* to = left // right, cut or filled with blanks. */
void _gfortran_concat_string(size_t size, char *to, size_t n_left,
                             const char *left, size_t n_right,
                             const char *right)
{
  if (n_left > size) n_left = size;
  if (n_right > size - n_left) n_right = size - n_left;
  memcpy(to, left, n_left);
  memcpy(to + n_left, right, n_right);
  memset(to + n_left + n_right, ' ', size - n_left - n_right);
}
