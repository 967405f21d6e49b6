// Section 5.4: what is outer has an inner around it, fits it, and is not
// modified.
package Parts
  model Base
    Real q;
  end Base;
  model NoInner
    outer model Missing = Base;
    Missing m;
  end NoInner;
  model Core
    outer model Other = Base;
    Other o;
  end Core;
  model One
    outer World world;
    model World
      Real x = 1;
    end World;
    Real y = world.x;
  end One;
  model Two
    outer World world;
    model World
      Real x = 1;
    end World;
    Real y = world.x;
  end Two;
  model Modified
    outer parameter Real g = 9.81;
    outer Integer n;
  end Modified;
end Parts;
model OuterClasses
  inner model Other
    Real z = 1;
  end Other;
  inner parameter Real g = 9.81, n = 2;
  Parts.NoInner noInner;
  Parts.Core core;
  Parts.One one;
  Parts.Two two;
  Parts.Modified modified(n(min = 1));
end OuterClasses;
