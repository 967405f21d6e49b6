package Constants
  constant Real pi = 3.14;
end Constants;

model Imports
  import Constants.phi;
  import Constant.*;
  Real x = phi;
  import C = Constants;
  Real y = C.pj;
  Real z = whatever;
end Imports;
