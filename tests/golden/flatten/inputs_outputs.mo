block InputsOutputs "only the top level has inputs and outputs"
  block Gain
    parameter Real k = 1;
    input Real u;
    output Real y;
  equation
    y = k*u;
  end Gain;
  input Real u(start = 1, unit = "V") "signal";
  input Integer mode;
  input Boolean enable = true;
  output Real y;
  output Boolean high = y > 1;
  parameter output Real p = 2;
  Gain gain(k = 3, u = if enable then u else mode);
equation
  y = gain.y;
end InputsOutputs;
