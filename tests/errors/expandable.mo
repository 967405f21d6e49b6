model Expandable
  connector RealInput = input Real;
  connector RealOutput = output Real;
  connector Pin Real v; flow Real i; end Pin;
  expandable connector Bus
    Real declared;
  end Bus;
  block Sensor RealOutput y = time; end Sensor;
  block Actuator RealInput u; end Actuator;
  Bus a, b, c;
  Pin pin;
  Sensor s1, s2;
  Actuator act;
  Real z = a.declared;
  Real w = a.nothing;
equation
  connect(a.x, b.x);
  connect(a, pin);
  connect(b.y, s1.y);
  connect(b.y, s2.y);
  connect(b.sink, act.u);
  connect(c.holes[3], s1.y);
end Expandable;
