model FloorInFunction "No evaluation sees a number that floor() never has"
  function pick
    input Integer i;
    output Real y;
  protected
    Real table[4] = {10, 20, 30, 40};
  algorithm
    assert(i >= 1 and i <= 4, "no row " + String(i));
    y := table[i];
    annotation(Inline = false);
  end pick;
  Real x = 1.2 + 2.7*sin(time);
  Integer up = integer(abs(x)) + 1;
  Real y = pick(up);
  Real z(start = 1, fixed = true) "jumps";
  Real w = pick(integer(z));
  Real q = pick(integer(time) + 1);
  Real r = pick(integer(ceil(4 - time)));
  Real s = pick(integer(mod(3*time, 4)) + 1);
equation
  der(z) = 0.8*cos(time);
  when time > 1.1 then
    reinit(z, 3.95);
  end when;
end FloorInFunction;
