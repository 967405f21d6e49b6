// Conditional connectors vanish with their connections (section 4.4.5); a
// protected connector takes the value from either way.
connector RealInput = input Real;
connector RealOutput = output Real;
connector Pin
  Real v;
  flow Real i;
end Pin;

block Source
  RealOutput y;
equation
  y = time;
end Source;

model Heater
  parameter Boolean use_input = false;
  parameter Boolean grounded = true;
  parameter Real fixed_value = 5;
  RealInput u if use_input;
  Pin ground if not grounded;
  Pin p;
protected
  RealInput u_internal;
equation
  connect(u, u_internal);
  connect(ground, p);
  if not use_input then
    u_internal = fixed_value;
  end if;
  p.v = u_internal;
end Heater;

model Conditional
  Heater constant_heater;
  Heater heater(use_input = true);
  Source source;
equation
  connect(source.y, heater.u);
  connect(source.y, constant_heater.u);
end Conditional;
