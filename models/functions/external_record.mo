model ExternalRecord
  "Records cross the border of C as structs"
  type Phase = enumeration(solid, liquid, gas);
  record Curve
    Real slope, offset;
  end Curve;
  record Material
    Real density;
    Boolean burns;
    Curve heat "capacity over temperature";
    Phase phase;
    String name;
  end Material;
  record State
    Integer steps;
    Curve line;
    Real enthalpy;
    String label;
  end State;

  function state "Fills in a record"
    input Material material;
    input Real T;
    output State s;
    output Real h;
    external "C" material_state(material, T, s, h)
      annotation(Include = "
#include <stdio.h>
#include <string.h>
#include \"ModelicaUtilities.h\"
struct Curve { double slope, offset; };
struct Material {
  double density;
  int burns;
  struct Curve heat;
  int phase;
  const char *name;
};
struct State {
  int steps;
  struct Curve line;
  double enthalpy;
  const char *label;
};
static void material_state(const struct Material *m, double T,
                           struct State *s, double *h)
{
  size_t n = strlen(m->name) + 1;
  char *label = ModelicaAllocateString(n);
  snprintf(label, n + 1, \"%s%c\", m->name, m->burns ? '!' : '.');
  s->label = label;
  s->steps = m->phase + (int)T;
  s->line.slope = 2*m->heat.slope;
  s->line.offset = -m->heat.offset;
  s->enthalpy = (m->heat.slope*T/2 + m->heat.offset)*T;
  *h = m->density*s->enthalpy;
}
");
  end state;

  function tangent "C returns a record"
    input Curve curve;
    input Real T;
    output Curve line;
    external "C" line = curve_tangent(curve, T)
      annotation(Include = "
static struct Curve curve_tangent(const struct Curve *c, double T)
{
  struct Curve line;
  line.slope = 2*c->slope*T;
  line.offset = c->offset - c->slope*T*T;
  return line;
}
");
  end tangent;

  function enthalpy "A record that an expression makes"
    input Material material;
    input Real T;
    output Real h;
  protected
    State s;
  algorithm
    (s, h) := state(Material(2*material.density, material.burns,
                             material.heat, material.phase,
                             material.name), T);
    h := h + (if s.label == "wood!" then s.steps else 0);
  end enthalpy;

  parameter Material wood(density = 500, burns = true,
                          heat(slope = 3, offset = 1), phase = Phase.solid,
                          name = "wood");
  State s;
  Real h, twice = enthalpy(wood, 1 + time);
  Curve line = tangent(wood.heat, time) "of slope*T^2 + offset";
equation
  when {initial(), time >= 1} then
    (s, h) = state(wood, 1 + time);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "h,twice"));
end ExternalRecord;
