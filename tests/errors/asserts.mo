model Part
  constant Integer n = 1;
equation
  assert(n > 1, "n = " + String(n) + " is too small");
end Part;
model Asserts
  Part part(n = 0);
  Part good(n = 2);
equation
  assert(1, "no Boolean");
  assert();
  assert(1 > 2, "one is " + "less", level = AssertionLevel.error);
end Asserts;
