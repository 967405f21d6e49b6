within Translational;
model Damper
  extends Compliant;
  parameter Damping d = 1;
equation
  f = d*der(s_rel);
end Damper;
