model ForcedCall "A function of time and of a state"
  function f
    input Real a;
    input Real b;
    input Real c;
    output Real y;
  algorithm
    y := 0;
    while y < 1 loop
      y := y + 0.3 + a*a + b*b + c*c;
    end while;
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x*f(x, sin(time), cos(2*time));
end ForcedCall;
