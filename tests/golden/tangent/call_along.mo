model CallAlong "One call of the derivative for all arguments"
  function mix
    input Real a, b, c;
    output Real p, q;
  protected
    Real s;
  algorithm
    s := a;
    while s > 10 loop
      s := s/2;
    end while;
    p := s*b + c;
    q := s*c - b;
  end mix;
  parameter Real k = 2;
  Real x(start = 1, fixed = true), y(start = 2, fixed = true), p, q;
equation
  (p, q) = mix(x*y, y, k*time);
  der(x) = -p;
  der(y) = 3*mix(x, sin(y), 1) - q;
end CallAlong;
