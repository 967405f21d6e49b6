// The functions of sections 10.3 and 10.4 of the language specification.
model ArrayFunctions
  Real x[3], A[2, 2], B[2, 2];
  parameter Real v[3] = {1, 2, 3};
  // dimensions
  constant Integer n = ndims(A), m = size(A, 2), s[:] = size(zeros(4, 1, 6));
  // conversions
  parameter Real a1 = scalar([7]), a2[1] = vector(5), a3[3, 1] = matrix(v);
  parameter Real a4[3] = vector(a3), a5[3, 1, 1] = promote(v, 3);
  // constructors
  constant Integer c1[2, 2] = identity(2), c2[2, 2] = diagonal({3, 4});
  constant Integer c3[2, 3] = zeros(2, 3), c4[2] = ones(2);
  constant Boolean c5[1, 2] = fill(true, 1, 2);
  constant Real c6[5] = linspace(1, 2, 5);
  // reductions
  parameter Real r1 = sum(v), r2 = product(v), r3 = min(v), r4 = max(v[2], 4);
  constant Integer r5 = sum(i for i in 1:10);
  constant Real r6 = sum(i^2 for i in {1, 3, 7, 6});
  constant Integer r7[:] = {product(j for j in 1:i) for i in 0:4};
  constant Real r8 = max(i^2 for i in {3, 7, 6});
  constant Integer r9[2, 3] = {10*i + j for j in 1:3, i in 1:2};
  // algebra
  parameter Real t1[1, 3] = transpose([v]), t2[3, 3] = outerProduct(v, v);
  parameter Real t3[3] = cross(v, {0, 0, 1}), t4[3, 3] = skew(v);
  constant Real t5[2, 2] = symmetric([1, 2; 3, 4]);
  // concatenation
  constant Real k1[2, 3] = cat(1, {{1.0, 2.0, 3}}, {{4, 5, 6}});
  constant Real k2[2, 6] = cat(2, k1, 2*k1);
  constant Real k3[3, 2] = [{1, 2, 3}, {4, 5, 6}];
  constant Integer k4[2, 3] = [1, 2, 3; 4, 5, 6], k5[3, 1] = [1; 2; 3];
equation
  x = cross(v, x) + v;
  A = transpose(B);
  B = symmetric(A) + identity(2);
end ArrayFunctions;
