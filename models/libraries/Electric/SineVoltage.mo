within Electric;
model SineVoltage "A source of voltage"
  extends TwoPin;
  parameter Voltage amplitude = 1;
  parameter AngularFrequency w = 1;
  parameter Real phase(unit = "rad") = 0;
equation
  v = amplitude*sin(w*time + phase);
end SineVoltage;
