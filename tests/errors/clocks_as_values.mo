/* A clock has no value that could be compared or held. */
model ClocksAsValues
  Boolean a(start = false);
  Integer b;
  Real c;
equation
  when Clock(0.1) then
    a = Clock() == Clock(0.1);
    b = Integer(Clock());
    c = interval(Clock());
  end when;
end ClocksAsValues;
