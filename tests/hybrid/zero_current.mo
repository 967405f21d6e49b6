model ZeroCurrent "A thyristor that is fired while its current is zero up to
  rounding, and a bridge of them that feeds an inductor"
  parameter Real a = 0.1 + 0.2, b = 0.3;
  Boolean off(start = true, fixed = true);
  Real s = if off then a - b else b - a "one of two roundings of zero";
  Bridge bridge;

  model Thyristor
    input Boolean fire;
    input Real v;
    Boolean off(start = true, fixed = true);
    Real s, i;
  equation
    off = s < 0 or pre(off) and not fire;
    v = if off then s else 1e-5*s;
    i = if off then 1e-5*s else s;
  end Thyristor;

  model Bridge "Fired a third of a half wave late"
    constant Real w = 2*3.14159265358979323846*50;
    Real u = 100*sin(w*time) "of the source, which lies between u and 0";
    Boolean late = sin(w*time - w/300) > 0, later = sin(w*time - w/300) < 0;
    Thyristor p1(fire = late, v = u - top), p2(fire = later, v = -top);
    Thyristor n1(fire = later, v = bottom - u), n2(fire = late, v = bottom);
    Real top, bottom "potentials";
    Real i(start = 0, fixed = true) "through the load";
    Real charge(start = 0, fixed = true);
  equation
    p1.i + p2.i = i;
    n1.i + n2.i = i;
    0.02*der(i) + 10*i = top - bottom;
    der(charge) = i;
  end Bridge;
equation
  off = s < 0 or pre(off) and not time > 0.05;
end ZeroCurrent;
