within Electric;
model SineCurrent "A source of current, driven from p through it to n"
  extends TwoPin;
  parameter Current amplitude = 1;
  parameter AngularFrequency w = 1;
  parameter Real phase(unit = "rad") = 0;
equation
  i = amplitude*sin(w*time + phase);
end SineCurrent;
