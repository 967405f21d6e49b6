model M
  type T = Real(final start = t.start);
  T t(final start = s.start), s(final start = t.start);
  model A
    parameter Real p = 1;
    A1 a(final p = p);
  end A;
  model A1 = A(final p = 2, final a(final p = 3, final a(final p = 4)));
  A1 a(final a(final a(final p = p)));
end M;
