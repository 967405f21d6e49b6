within Faulty;
model Syntax
  Real = 3;
end Syntax;
