function depletion "The capacitance of a junction, and its charge"
  input Real c0, v;
  output Real c, q;
protected
  Real arg;
algorithm
  if v < 0.4 then
    arg := 1 - v/0.8;
    c := c0/sqrt(arg);
    q := 2*c0*(1 - sqrt(arg));
  else
    c := 0;
    for k in 1:3 loop
      c := c + c0*v^k;
    end for;
    q := c0*v;
  end if;
end depletion;

function checked
  input Real c0, v;
  output Real c;
algorithm
  assert(v < 10, "the voltage is too high");
  c := c0*v;
end checked;

model Capacitance "Functions of parameters say that two of four are zero"
  parameter Real c0 = 2;
  constant Real none = 0;
  Real v[4](each start = 1), c[4], i[4], q;
equation
  (c[1], q) = depletion(none, v[1]);
  c[2] = depletion(none*3, v[2]) + depletion(1, v[2]);
  c[3] = depletion(c0, v[3]);
  c[4] = checked(none, v[4]) "would not be checked any more";
  i = c.*der(v);
  v + i = fill(sin(time), 4);
end Capacitance;
