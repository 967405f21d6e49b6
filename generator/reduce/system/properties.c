/* properties.c: the properties as words. */
#include "reduce/system/properties.h"

static const char *const name_of[N_PROPERTIES] = {
#define PROPERTY(name, meaning) #name,
#include "reduce/system/properties.def"
#undef PROPERTY
};

static const char *const meaning_of[N_PROPERTIES] = {
#define PROPERTY(name, meaning) meaning,
#include "reduce/system/properties.def"
#undef PROPERTY
};

const char *property_name(Property property)
{
  return name_of[property];
}

const char *property_meaning(Property property)
{
  return meaning_of[property];
}
