// A parameter that the initial equations determine is not known at
// translation: the branch is chosen while the model runs.
model IfComputedParameter
  parameter Boolean wet(fixed = false);
  Real x;
initial equation
  wet = time > 1;
equation
  if wet then
    x = 1;
  else
    x = time;
  end if;
end IfComputedParameter;
