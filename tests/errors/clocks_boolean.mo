model ClocksBoolean "A clocked equation that cannot be solved for a Boolean"
  Real u = sample(time, Clock(0.1));
  Boolean b;
equation
  not b = u > 1;
end ClocksBoolean;
