// options: -L ../../libraries
// A file that belongs into a package of a library sees what is there.
within Shapes.Parts;
model Heavy
  extends Mass(m = 100*n);
  Spring spring;
equation
  spring.s = s;
  f = spring.f;
end Heavy;
