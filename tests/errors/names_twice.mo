// Section 5.3.1: two imports that offer different things; section 7.1.4: a
// base class that may be replaced.
package A
  constant Real k = 1;
  constant Real same = 1;
protected
  constant Real hidden = 2;
end A;
package B
  constant Real k = 2;
end B;
model Parent
  replaceable model Core
    Real x = 1;
  end Core;
  replaceable package Medium = B;
end Parent;
model Child
  extends Parent;
  model Inside
    extends Core;
  end Inside;
  Inside inside;
end Child;
model NamesTwice
  import A.*;
  import B.*;
  Real x = k;
  Real y = same;
  Real z = hidden;
  Child child;
end NamesTwice;
