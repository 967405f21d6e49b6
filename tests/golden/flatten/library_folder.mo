// options: -L ../../libraries
// Classes of a library: in package.mo, in a file, in a folder below. A class
// of the library finds what is around it in other files.
model LibraryFolder
  import Shapes.Parts.{Mass, Spring};
  Mass mass(m = 2);
  Spring spring;
  Shapes.Inside.Point point;
  Real count = Shapes.Parts.n;
equation
  mass.s = spring.s;
  mass.f = -spring.f;
  point.x = time;
end LibraryFolder;
