partial model Base
  parameter Real k = 1;
  Real y;
end Base;

model Constant
  extends Base;
equation
  y = k;
end Constant;

model Ramp
  extends Base;
  parameter Real slope = 1;
equation
  y = k + slope*time;
end Ramp;

model Holder
  replaceable model Part = Constant constrainedby Base(k = 5);
  replaceable Constant first(k = 2) constrainedby Base;
  replaceable Constant second(k = 3);
  Part third;
  parameter Boolean more = false;
  replaceable Constant fourth if more;
end Holder;

model Derived "redeclarations as elements"
  extends Holder;
  redeclare replaceable model Part = Ramp(slope = 4);
  redeclare replaceable Ramp second(slope = 6);
end Derived;

package Medium
  constant Real density = 1;
  replaceable model Properties
    Real d = density;
  end Properties;
end Medium;

package Water
  extends Medium(density = 1000);
  redeclare model extends Properties
    Real e = 2*d;
  end Properties;
end Water;

model Tank
  replaceable package M = Medium;
  M.Properties properties;
  Real mass = 2*M.density;
end Tank;

model Redeclare
  Holder plain;
  Holder a(redeclare model Part = Ramp(slope = p), redeclare Ramp first);
  Derived b;
  Derived c(second(slope = 7), redeclare model Part = Constant);
  Holder d(redeclare Ramp fourth);
  Holder e(redeclare Ramp fourth, more = true);
  Tank air;
  Tank water(redeclare package M = Water);
  Tank oil(redeclare package M = Water(density = 900));
  parameter Real p = 8;
end Redeclare;
