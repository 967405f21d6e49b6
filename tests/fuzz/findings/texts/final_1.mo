model M
  model A
    replaceable model B = A(final x = x);
    Real x = 1;
    B b(final redeclare model B = B(final redeclare model B = B));
  end A;
  A a;
end M;
