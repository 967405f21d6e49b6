model NoCapacitance "A transistor without capacitances, as its parameters are
  zero, and one with them"
  Stage ideal(c0 = 0), real(c0 = 1e-3);

  function capacitance "Of a junction, and its charge"
    input Real c0, v;
    output Real c;
    output Real q;
  protected
    Real arg;
  algorithm
    if v < 0.4 then
      arg := 1 - v/0.8;
      c := c0/sqrt(arg);
      q := 2*0.8*c0*(1 - sqrt(arg));
    else
      c := c0*sqrt(2)*(0.75 + 0.25*v/0.4);
      q := c0*v;
    end if;
  end capacitance;

  function scaled
    input Real c0, v;
    output Real c;
  algorithm
    c := c0;
    for k in 5:7 loop
      if v > k then
        c := c*(v - k + 1);
      end if;
    end for;
    annotation(Inline = false);
  end scaled;

  model Stage
    constant Real c0;
    Real u = sin(time) "of the source", v(start = 0), i, c;
  equation
    c = capacitance(scaled(c0, v), v);
    i = c*der(v);
    u = v + 1e-3*i "through a resistor";
  end Stage;
end NoCapacitance;
