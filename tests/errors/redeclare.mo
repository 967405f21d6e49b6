model A
  parameter Real k = 1;
end A;

model B
  parameter Real m = 1;
end B;

model Holder
  model Fixed = A;
  A fixed;
  replaceable model Part = A;
  final replaceable A last;
  Part part;
end Holder;

model Redeclare
  Holder a(redeclare model Fixed = B);
  A x = a.fixed;
  Holder b(redeclare B fixed);
  Holder c(redeclare B part2);
  Holder d(redeclare model Part = Nothing);
  Holder e(last(k = 2));
  Holder g(redeclare A Part);
  model extends Missing
  end Missing;
  Missing m;
  a.Fixed n;
end Redeclare;
