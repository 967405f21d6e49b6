package Constants
  constant Real pi = 3.14;
  constant Real g = 9.81;
  package Inside
    constant Integer n = 7;
    constant Integer m = 8;
  end Inside;
end Constants;

package Names
  import C = Constants;
  import Constants.Inside.{n, m};
  constant Real g = 1.5;

  model Part "g of the package hides nothing, pi comes by the name C"
    Real y = C.pi + g;
    Real z = n + m;
  end Part;

  encapsulated model Closed "sees what it imports and nothing else"
    import Constants.*;
    Real g2 = g;
    Real n = Inside.n;
  end Closed;
end Names;

model Imports
  import Constants.pi;
  package Constants "hides the one at the top"
    constant Real pi = 3;
  end Constants;
  Real x = pi;
  Real own = Constants.pi;
  Real top = .Constants.pi;
  Names.Part part;
  Names.Closed closed;
end Imports;
