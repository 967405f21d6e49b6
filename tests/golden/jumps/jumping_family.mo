model JumpingFamily "Derivatives that may jump are not like those of the other elements"
  discrete Real u(start = 0, fixed = true);
  Real x[16], y[16](each start = 0, each fixed = true);
equation
  when time > 0.5 then
    u = 1;
  end when;
  for i in 1:16 loop
    x[i] = 2*u;
    der(x[i]) + 2*der(y[i]) = -y[i];
  end for;
end JumpingFamily;
