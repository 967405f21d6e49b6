model FunctionValues
  "Functions as arguments, several results, records, written derivatives"
  record Point
    Real x, y;
  end Point;

  partial function Scalar
    input Real x;
    output Real y;
  end Scalar;

  function polynomial
    extends Scalar;
    input Real c[:] "coefficients, lowest first";
  algorithm
    y := 0;
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end polynomial;

  function simpson "Exact for cubics"
    input Scalar f;
    input Real a, b;
    output Real s;
  protected
    Real h = (b - a)/4, x = a;
  algorithm
    s := 0;
    while x < b - h loop
      s := s + (f(x) + 4*f(x + h) + f(x + 2*h))*h/3;
      x := x + 2*h;
    end while;
  end simpson;

  function turn
    input Point p;
    input Real angle;
    output Point q;
    output Real radius;
  algorithm
    q.x := p.x*cos(angle) - p.y*sin(angle);
    q.y := p.x*sin(angle) + p.y*cos(angle);
    radius := sqrt(p.x^2 + p.y^2);
    annotation(Inline = false);
  end turn;

  function cube
    input Real x;
    output Real y;
  algorithm
    y := x*x*x;
    annotation(derivative = cube_der, Inline = false);
  end cube;

  function cube_der
    input Real x, dx;
    output Real dy;
  algorithm
    dy := 3*x^2*dx;
  end cube_der;

  Real s "integral of 1 + time*x + 3*x^2 from 0 to 2";
  Point p, q;
  Real r;
  Real z, w(start = 1), dz;
equation
  s = simpson(function polynomial(c = {1, time, 3}), 0, 2);
  p = Point(3, 4);
  (q, r) = turn(p, time);
  z = cube(sin(time));
  dz = der(z);
  cube(w) = 1 + time;
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "q.x,q.y,z,dz"));
end FunctionValues;
