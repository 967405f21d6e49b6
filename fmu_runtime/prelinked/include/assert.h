/* assert.h: for models that TinyCC compiles. May be included again, with or
 * without NDEBUG. */
void foucault_assert_failed(const char *condition, const char *file, int line);

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                      \
  ((condition) ? (void)0                                                       \
               : foucault_assert_failed(#condition, __FILE__, __LINE__))
#endif
