// Section 7.1: what is inherited twice must be the same by both ways.
package Parts
  constant Real c = 4;
  model Base
    parameter Real k = 1;
    parameter String s = "";
    replaceable model Inside = One;
    Real x(start = 0) = k*time;
  end Base;
  model One
    Real y = 1;
  end One;
  model Two
    Real y = 2;
  end Two;
  model A
    extends Base(k = 2);
  end A;
  model B
    extends Base(k = 3);
  end B;
  model Strings
    extends Base(s = "a b");
    extends Base(s = "ab");
  end Strings;
  model Plain
    extends Base(x(start = 1));
    extends Base;
  end Plain;
  model Late
    extends Base;
    extends Base(redeclare model Inside = Two);
  end Late;
  model Same
    extends A;
    extends B;
  end Same;
  package Inner
    constant Real c = 5;
    model C
      extends Base(k = c);
    end C;
  end Inner;
  model D
    extends Base(k = c);
  end D;
  model Names
    extends D;
    extends Inner.C;
  end Names;
  connector Signal = Real;
  model Wired
    Signal u, y;
  equation
    connect(u, y);
    u = 1;
  end Wired;
  model Broken
    extends Wired;
    extends Wired(break connect(y, u));
  end Broken;
end Parts;
model Top
  Parts.Same same;
  Parts.Strings strings;
  Parts.Plain plain;
  Parts.Late late;
  Parts.Names names;
  Parts.Broken broken;
end Top;
