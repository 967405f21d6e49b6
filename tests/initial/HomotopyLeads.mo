model HomotopyLeads "Three solutions, one at the guess: the simplified equation leads to the one that is meant"
  Real x(start = 0, fixed = true), y(start = 0) "-1, 0 or 1";
equation
  der(x) = y;
  0 = homotopy(y - tanh(3*y)/tanh(3), simplified = y + 1);
end HomotopyLeads;
