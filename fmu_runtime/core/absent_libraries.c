/* absent_libraries.c: what stands for MPI and OpenMP where the solvers were
 * built with them.
 *
 * Debian's SUNDIALS 7 refers to MPI from its context, logger and profiler, and
 * its SuiteSparse to the clock of OpenMP. An instance has no communicator and
 * measures nothing, so none of it is ever called; but an FMU that needed those
 * libraries would not load elsewhere. These names, which do not leave the FMU
 * (export.map), take their place. They have no header: the types of MPI differ
 * from maker to maker, and nobody here calls them. Those with ompi_ are what
 * Open MPI's constants are the addresses of.
 */
#ifdef __GNUC__ /* the archives of others do not need it */

#define ABSENT_NAME __attribute__((weak, visibility("hidden")))

#define ABSENT(name)                                                           \
  ABSENT_NAME int name(void);                                                  \
  int name(void)                                                               \
  {                                                                            \
    return 1;                                                                  \
  } /* not MPI_SUCCESS */

ABSENT(MPI_Abort)
ABSENT(MPI_Comm_dup)
ABSENT(MPI_Comm_free)
ABSENT(MPI_Comm_rank)
ABSENT(MPI_Comm_size)
ABSENT(MPI_Op_create)
ABSENT(MPI_Op_free)
ABSENT(MPI_Reduce)
ABSENT(MPI_Type_commit)
ABSENT(MPI_Type_create_resized)
ABSENT(MPI_Type_create_struct)
ABSENT(MPI_Type_free)
ABSENT(MPI_Type_get_extent)

ABSENT_NAME double omp_get_wtime(void);
double omp_get_wtime(void)
{
  return 0;
}

ABSENT_NAME extern char ompi_mpi_comm_null[16];
ABSENT_NAME extern char ompi_mpi_double[16];
ABSENT_NAME extern char ompi_mpi_long[16];
char ompi_mpi_comm_null[16], ompi_mpi_double[16], ompi_mpi_long[16];

#else

typedef int AbsentLibraries; /* C wants a declaration in each file */

#endif
