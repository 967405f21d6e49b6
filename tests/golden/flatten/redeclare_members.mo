// What is said about the members of a replaceable element holds for what takes
// its place (section 7.3.2): x is 7, of the array 3 and 4, in the class 7.
model Redeclare_members
  model A
    parameter Real x = 1;
    parameter Real y = 2;
  end A;
  model B
    parameter Real x = 3;
    parameter Real y = 4;
    parameter Real z = 5;
  end B;
  model C
    replaceable A a constrainedby A(x = 5, y = 6);
    replaceable A several[2];
    replaceable model M = A;
    M m;
  end C;
  model D
    extends C(a(x = 7), several(x = {3, 4}), M(x = 7));
  end D;
  model E
    extends D(redeclare B a(y = 8), redeclare B several[2](each z = 9),
      redeclare model M = B(z = 8));
  end E;
  E e;
end Redeclare_members;
