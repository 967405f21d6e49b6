// options: --model ConstraintValue.Test
// Section 7.3.2: what stands after `constrainedby` holds for all that takes the
// place, the value of a part too, if a redeclaration names the part's class once
// more and gives no value (single). A value that it gives wins (double).
package ConstraintValue
  record Data
    parameter Integer n;
    parameter Real a[n];
  end Data;
  partial model Interface
    replaceable parameter Data d;
  end Interface;
  model Coil
    extends Interface;
    Real y[d.n] = d.a*time;
  end Coil;
  partial model Base
    replaceable parameter Data d;
    replaceable Interface c constrainedby Interface(d = d);
  end Base;
  model Single
    extends Base(redeclare Coil c(replaceable Data d));
  end Single;
  model Double
    extends Base(redeclare Coil c(replaceable Data d = Data(1, {8})));
  end Double;
  model Test
    Single single(d(n = 2, a = {1, 2}));
    Double double(d(n = 2, a = {1, 2}));
  end Test;
end ConstraintValue;
