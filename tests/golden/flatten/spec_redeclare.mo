// Section 7.3: replaceable components and classes, constraining types.
partial model Resistor
  Real v, i;
end Resistor;

model Ohm
  extends Resistor;
  parameter Real r = 1;
equation
  v = r*i;
end Ohm;

model Thermal
  extends Ohm(r = 3);
  parameter Real alpha = 0.1;
end Thermal;

model Circuit
  replaceable Ohm r1(r = 10) constrainedby Resistor;
  replaceable model Load = Ohm(r = 20);
  Load load;
  Ohm fix;
equation
  r1.i = 1;
  load.i = 2;
  fix.i = 3;
end Circuit;

model SpecRedeclare
  Circuit plain;
  Circuit changed(redeclare Thermal r1(alpha = 0.5),
                  redeclare model Load = Thermal(alpha = 0.7));
  extends Circuit(redeclare model Load = Thermal);
end SpecRedeclare;
