package Constants
  constant Real pi = 3.14;
end Constants;

package Names
  import C = Constants;
  model Part
    Real y = C.pi;
  end Part;
end Names;

model Refused
  import Constants.pi;
  Real x = pi;
  Names.Part part;
end Refused;
