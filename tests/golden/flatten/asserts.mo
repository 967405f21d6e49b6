// Section 8.3.7: what is known at translation is checked then; a failing one
// may be a warning; what stands in a branch not taken yet does not fail.
model Asserts
  parameter Integer n = 2;
  Real x[n] = fill(sin(time), n);
  Real y;
equation
  assert(size(x, 1) < 3, "not so many");
  assert(size(x, 1) < 2, "many: " + String(size(x, 1)),
         AssertionLevel.warning);
  assert(x[1] < 2, "depends on time");
  if x[1] > 0 then
    y = 1;
  else
    y = 2;
    assert(false, "only while the model runs");
  end if;
end Asserts;
