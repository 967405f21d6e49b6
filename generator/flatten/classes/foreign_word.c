/* foreign_word.c: one table. */
#include "flatten/classes/foreign_word.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const struct {
  const char *word, *hint;
} table[] = {
    /* types */
    {"float", "the type of such numbers is Real"},
    {"double", "the type of such numbers is Real"},
    {"int", "the type of whole numbers is Integer"},
    {"long", "the type of whole numbers is Integer"},
    {"bool", "the type of true and false is Boolean"},
    {"logical", "the type of true and false is Boolean"},
    {"string", "the type of texts is String"},
    {"char", "the type of texts is String"},
    /* values */
    {"t", "the time is called 'time'"},
    {"pi", "write Modelica.Constants.pi (with the standard library), or "
           "declare 'constant Real pi = 2*asin(1)'"},
    {"PI", "write Modelica.Constants.pi (with the standard library), or "
           "declare 'constant Real PI = 2*asin(1)'"},
    {"e", "powers of Euler's number are written exp(x)"},
    {"inf", "write Modelica.Constants.inf (with the standard library)"},
    {"True", "the values of a Boolean are true and false"},
    {"TRUE", "the values of a Boolean are true and false"},
    {"False", "the values of a Boolean are true and false"},
    {"FALSE", "the values of a Boolean are true and false"},
    /* functions */
    {"ln", "the natural logarithm is log(x), that to the base 10 log10(x)"},
    {"log2", "write log(x)/log(2)"},
    {"pow", "powers are written x^y"},
    {"power", "powers are written x^y"},
    {"sqr", "powers are written x^2"},
    {"fabs", "the absolute value is abs(x)"},
    {"arcsin", "the inverse functions are asin, acos, atan, atan2"},
    {"arccos", "the inverse functions are asin, acos, atan, atan2"},
    {"arctan", "the inverse functions are asin, acos, atan, atan2"},
    {"round", "write floor(x + 0.5), or integer(x + 0.5) for an Integer"},
    {"length", "the number of elements of an array is size(x, 1)"},
    {"len", "the number of elements of an array is size(x, 1)"},
    {"ddt", "the derivative by time is der(x)"},
    {"diff", "the derivative by time is der(x)"},
    {"dot", "the scalar product of two vectors is x*y; the derivative by time "
            "der(x)"},
    {"integral", "declare a variable y with der(y) = x"},
    {"integrate", "declare a variable y with der(y) = x"},
    {"heaviside", "write if x > 0 then 1 else 0"},
    {"print", "write Modelica.Utilities.Streams.print(text) (with the standard "
              "library)"},
    {"printf",
     "write Modelica.Utilities.Streams.print(text) (with the standard "
     "library)"},
};

const char *foreign_word_hint(const char *word)
{
  assert(word);
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (strcmp(word, table[k].word) == 0) return table[k].hint;
  }
  return NULL;
}
