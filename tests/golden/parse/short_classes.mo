package Short
  type Voltage = Real(final quantity = "Voltage", unit = "V") "in volts"
    annotation(Documentation(info = "x"));
  connector In = input Real;
  connector Out = output Real[3];
  type Matrix = Real[2, :](each start = 0);
  model Alias = .Other.Model;
  type Empty = enumeration();
  type Any = enumeration(:) "any of them";
  type Color = enumeration(red "first" annotation(x = 1), green, 'light blue')
    "colors" annotation(y = 2);
  function dfdx = der(f, x) "once";
  function d2f = der(.P.f, x, 'y z') annotation(z = 3);
  model extends Base(n = 3, redeclare model M = N) "long form"
    Real x;
  end Base;
  redeclare model extends Plain
  end Plain;
  redeclare replaceable package Medium = Water constrainedby Fluid(p = 1)
    "constraint" annotation(choicesAllMatching = true);
end Short;
