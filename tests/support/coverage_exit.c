/* coverage_exit.c: linked where lines are counted. */

void __gcov_dump(void);
void __real__exit(int status);
void __wrap__exit(int status);

void __wrap__exit(int status)
{
  __gcov_dump();
  __real__exit(status);
}
