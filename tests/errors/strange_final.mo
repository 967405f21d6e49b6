model StrangeFinal "Final modifications that lead back to themselves"
  model A
    parameter Real x = 1;
    replaceable model B = A(final x = x);
    B b(final x = b.x);
  end A;
  A a(final x = a.b.x, redeclare model B = A(final x = a.x));
end StrangeFinal;
