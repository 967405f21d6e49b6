within Translational;
model Spring
  extends Compliant;
  parameter Stiffness c = 1;
  parameter Position s_rel0 = 0 "length without load";
equation
  f = c*(s_rel - s_rel0);
end Spring;
