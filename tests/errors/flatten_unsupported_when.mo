model Refused
  discrete Real x;
equation
  when time > 1 then
    x = 1;
  end when;
end Refused;
