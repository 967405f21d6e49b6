// Ranges and constructors with iterators: section 10.4.
model ArrayRanges
  type Color = enumeration(red, green, blue);
  constant Real v1[5] = 2.7:6.8;
  constant Integer v2[:] = 1:3:10, v3[:] = 3:-1:1, v4[:] = 3:2;
  constant Boolean v5[2] = false:true;
  constant Color v6[3] = Color.red:Color.blue, v7[:] = {c for c in Color};
  constant Real v8[:] = {r for r in 1.0:1.5:5.5};
  constant Real v9[:] = {i^2 for i in {1, 3, 7, 6}};
  constant Integer toeplitz[:, :] = {i - j for i in 1:3, j in 1:2};
  constant Real mixed[3] = {1, 2, 3.5};
  constant Integer ordinals[:] = {Integer(c) for c in Color};
  Real x[3];
equation
  x = {i*time for i in 1:3};
end ArrayRanges;
