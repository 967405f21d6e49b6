// options: --model ConstraintValue.Test
// The value of the whole is demanded after `constrainedby`.
package ConstraintValue
  record Data
    parameter Real a, b;
  end Data;
  partial model Interface
    replaceable parameter Data d;
  end Interface;
  model Coil
    extends Interface;
    Real y = d.a*time;
  end Coil;
  partial model Base
    parameter Data d;
    replaceable Interface c constrainedby Interface(d = d);
  end Base;
  model Test
    extends Base(d(a = 1, b = 2), redeclare Coil c(replaceable Data d(b = 8)));
  end Test;
end ConstraintValue;
