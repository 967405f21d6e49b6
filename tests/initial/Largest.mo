model Largest "A sensor in the largest tank, which is found when the run begins"
  model Tank
    parameter Real volume;
    Real content(start = 1, fixed = true);
  equation
    der(content) = -content/volume;
  end Tank;
  parameter Real a = 2, b = 5, c = 3;
  Tank tank[3](volume = {a, b, c});
  parameter Integer largest(fixed = false);
  parameter Real shares[3] = {a, b, c}/(a + b + c);
  Real share = shares[largest], slope = der(tank[largest].content);
initial algorithm
  largest := 1;
  for i in 2:3 loop
    if shares[i] > shares[largest] then
      largest := i;
    end if;
  end for;
equation
end Largest;
