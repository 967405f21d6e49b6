model M
  model A
    replaceable model X = Y constrainedby Y(final a = a);
    model Y = X(final a = 1);
    X x(final a = x.a);
    Real a;
  end A;
  A a(redeclare model X = A(final x(final redeclare model X = A)));
end M;
