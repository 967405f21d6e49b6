// Section 7.1: what is inherited by two ways and modified alike is there once,
// also where the modifications refer to what is inherited itself.
package Parts
  constant Real c = 4;
  model Load
    parameter Real r = 1;
  end Load;
  model Heavy
    extends Load;
    parameter Real m = 2;
  end Heavy;
  model Base
    parameter Real k = 1, a[2] = {1, 2};
    parameter String s = "";
    replaceable Load load;
    replaceable model Inside = Load;
    Inside inside;
    Real x(start = 0);
  equation
    der(x) = -k*x*a[2];
  end Base;
  model Gain
    parameter Real p = 3;
  end Gain;
  model Left
    extends Gain;
    extends Base(k = 2*p + c, x(start = 5, fixed = true), a = {c, p},
      s = "a b", redeclare Heavy load, redeclare model Inside = Heavy);
    parameter Real left = 1;
  end Left;
  model Right
    extends Base(x(fixed = true, start = 5), k = 2 * p + c, a = {c,p},
      s = "a b", redeclare Heavy load, redeclare model Inside = Heavy);
    extends Gain;
    parameter Real right = 1;
  end Right;
end Parts;
model Both
  extends Parts.Left(left = 2, k = 1);
  extends Parts.Right(right = 3, k = 1);
end Both;
model Top
  Parts.Left left;
  Both both(x(start = 6), right = 7);
  Both other(k = 8);
end Top;
