model IfTypes
  Real x = if time then 1 else 2;
  Real y = if time > 1 then 1 else true;
  Real z = if time > 1 then 1 elseif 2 then 3 else 4;
end IfTypes;
