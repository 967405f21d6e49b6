model Rotation "The unit matrix in front of a rotation about one axis"
  Real T[2, 2] "of the frame that does not turn";
  Real S[2, 2] "of the one that turns about x";
  Real phi(start = 1), y, z;
equation
  T = identity(2);
  S = [1, 0; 0, cos(phi)]*T;
  {y, z} = S*{2, 3};
  der(phi) = -y*z;
end Rotation;
