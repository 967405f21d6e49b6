// Section 5.4.1: what an outer class means is found in the instances around,
// nearest first: a function, a model, a package.
package OuterClasses
  partial function Field
    input Real u;
    output Real y;
  end Field;
  function Double
    extends Field;
  algorithm
    y := 2*u;
  end Double;
  function Square
    extends Field;
  algorithm
    y := u^2;
  end Square;
  package Medium
    constant Real rho = 1;
    type Density = Real(unit = "kg/m3");
  end Medium;
  package Water
    extends Medium(rho = 1000);
  end Water;

  model Particle
    outer function field = Field;
    outer package Fluid = Medium;
    outer model Core
      Real q;
    end Core;
    Core core;
    Real y = field(time);
    Fluid.Density d = Fluid.rho*time;
  end Particle;
  model Group
    inner function field = Square;
    Particle p;
  end Group;
end OuterClasses;
model Top
  inner function field = OuterClasses.Double;
  inner package Fluid = OuterClasses.Water;
  inner model Core
    parameter Real k = 3;
    Real q = k*time;
  end Core;
  OuterClasses.Particle p[2];
  OuterClasses.Group group;
end Top;
