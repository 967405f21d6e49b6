within Some.Library;

model Inside
  Real x = 1;
end Inside;
