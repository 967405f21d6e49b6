// A function in C: declared, included and called.
model external_function
  function spring
    input Real x;
    input Real stiffness[2];
    output Real force;
    external "C" force = spring_force(x, stiffness, size(stiffness, 1))
      annotation(Include = "static double spring_force(double x, const double *c, size_t n) { return n > 1 ? c[0]*x + c[1]*x*x*x : c[0]*x; }");
  end spring;
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -spring(x, {1, 0.5});
end external_function;
