model Refused
  inner Real g = 9.81;
  outer Real h;
end Refused;
