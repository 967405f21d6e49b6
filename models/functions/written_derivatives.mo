model WrittenDerivatives
  "A wave in C that says its derivatives of every order"
  function wave
    input Real x;
    input Real k;
    output Real y;
    external "C" y = wave_at(x, k)
      annotation(Include = "
#include <math.h>
static double wave_at(double x, double k)
{
  return sin(k*x);
}
static double wave_first(double x, double k, double dx)
{
  return k*cos(k*x)*dx;
}
static double wave_second(double x, double k, double dx, double d2x)
{
  return k*cos(k*x)*d2x - k*k*sin(k*x)*dx*dx;
}
static double wave_third(double x, double k, double dx, double d2x,
                         double d3x)
{
  return k*cos(k*x)*(d3x - k*k*dx*dx*dx) - 3*k*k*sin(k*x)*dx*d2x;
}
");
    annotation(derivative(zeroDerivative = k) = wave1);
  end wave;
  function wave1
    input Real x;
    input Real k;
    input Real dx;
    output Real dy;
    external "C" dy = wave_first(x, k, dx) annotation(Include = "");
    annotation(derivative(order = 2, zeroDerivative = k) = wave2);
  end wave1;
  function wave2
    input Real x;
    input Real k;
    input Real dx;
    input Real d2x;
    output Real d2y;
    external "C" d2y = wave_second(x, k, dx, d2x) annotation(Include = "");
    annotation(derivative(order = 3, zeroDerivative = k) = wave3);
  end wave2;
  function wave3
    input Real x;
    input Real k;
    input Real dx;
    input Real d2x;
    input Real d3x;
    output Real d3y;
    external "C" d3y = wave_third(x, k, dx, d2x, d3x) annotation(Include = "");
  end wave3;

  function product "Its first derivative is for a constant factor only"
    input Real x;
    input Real factor;
    output Real y;
  algorithm
    y := factor*x;
    annotation(Inline = false,
      derivative(zeroDerivative = factor) = product_scaled);
  end product;
  function product_scaled
    input Real x;
    input Real factor;
    input Real dx;
    output Real dy;
  algorithm
    dy := factor*dx;
    annotation(Inline = false);
  end product_scaled;

  function root "The root is handed over: it moves with x"
    input Real x;
    input Real r;
    output Real y;
  algorithm
    y := r;
    annotation(Inline = false, derivative(noDerivative = r) = root_slope);
  end root;
  function root_slope
    input Real x;
    input Real r;
    input Real dx;
    output Real dy;
  algorithm
    dy := dx/(2*r);
    annotation(Inline = false);
  end root_slope;

  record Found "A root and its branch, in C that says no derivative"
    Integer branch;
    Real root;
  end Found;
  function root_in_c
    input Real x;
    output Real r;
    external "C" r = found_root(x)
      annotation(Include = "
#include <math.h>
static double found_root(double x)
{
  return sqrt(x);
}
");
  end root_in_c;
  function find
    input Real x;
    output Found found;
  algorithm
    found.branch := -1;
    found.root := root_in_c(x);
    annotation(Inline = false);
  end find;
  function chosen "Everything is handed over in a record"
    input Real x;
    input Found found;
    output Real y;
  algorithm
    y := found.branch*found.root;
    annotation(Inline = false, derivative(noDerivative = found) = chosen_slope);
  end chosen;
  function chosen_slope
    input Real x;
    input Found found;
    input Real dx;
    output Real dy;
  algorithm
    dy := found.branch*dx/(2*found.root);
    annotation(Inline = false);
  end chosen_slope;

  parameter Real k = 2;
  Real s(start = 1, fixed = true), speed = time;
  Real y, v, a, jerk;
  Real scaled = product(s, k), scaled_speed;
  Real square = product(s, s), square_speed;
  Real r = root(s, sqrt(s)), r_speed;
  Real c = chosen(s, find(s)), c_speed;
equation
  der(s) = speed;
  y = wave(s, k);
  v = der(y);
  a = der(v);
  jerk = der(a);
  scaled_speed = der(scaled);
  square_speed = der(square);
  r_speed = der(r);
  c_speed = der(c);
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "y,v,a"));
end WrittenDerivatives;
