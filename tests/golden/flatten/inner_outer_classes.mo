// Section 5.4: a class that is inner and outer means the inner one around
// where it is declared, and is the inner one for the components inside.
package Parts
  partial function Field
    input Real u;
    output Real y;
  end Field;
  function Double
    extends Field;
    input Real k = 2;
  algorithm
    y := k*u;
  end Double;
  function Square
    extends Field;
  algorithm
    y := u^2;
  end Square;
  model Base
    parameter Real k = 1;
    parameter Real c = 0;
    Real q = k*time + c;
  end Base;
  package Medium
    constant Real rho = 1;
  end Medium;
  package Water
    extends Medium(rho = 1000);
  end Water;

  model Leaf
    outer function field = Field;
    outer model Core = Base;
    outer package Fluid = Medium;
    Core core;
    Real y = field(time);
    Real d = Fluid.rho*time;
  end Leaf;
  // Its names mean what is around; the leaf sees what is declared here.
  model Layer
    inner outer function field = Square;
    inner outer model Core = Core(c = 7);
    inner outer package Fluid
      extends Medium(rho = 2);
    end Fluid;
    Core own;
    Real y = field(time);
    Real d = Fluid.rho*time;
    Leaf leaf;
  end Layer;
  // The same text stands for itself in the instance around.
  model Onion
    inner outer model Core = Core(k = 5);
    replaceable Leaf part constrainedby Base0;
  end Onion;
  model Base0
  end Base0;
  model Nested
    extends Onion(redeclare replaceable Layered part);
  end Nested;
  model Layered
    extends Leaf;
    Onion onion;
  end Layered;
end Parts;
model Top
  inner function field = Parts.Double;
  inner model Core = Parts.Base(k = 3);
  inner package Fluid = Parts.Water;
  Parts.Layer layer;
  Parts.Nested nested;
end Top;
