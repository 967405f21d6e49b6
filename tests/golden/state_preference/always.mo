model Always "s has no derivative in the model; as a state it needs one"
  Real x(start = 1), s(stateSelect = StateSelect.always, start = 2, fixed = true);
equation
  der(x) = -x;
  s = 2*x;
end Always;
