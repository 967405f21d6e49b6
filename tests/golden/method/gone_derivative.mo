// options: --reduction projection
model GoneDerivative "without capacitance nothing needs der(v)"
  constant Real c0 = 0;

  function capacitance
    input Real c0, v;
    output Real c = c0;
  algorithm
    if v > 1 then
      c := c*v;
    end if;
    annotation(Inline = false);
  end capacitance;

  Real u = sin(time), v, i, c;
equation
  c = capacitance(c0, v);
  i = c*der(v);
  u = v + 1e-3*i;
end GoneDerivative;
