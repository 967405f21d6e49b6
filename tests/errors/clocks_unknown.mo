model ClocksUnknown "One clock of a base partition does not tell the other"
  Real d(start = 0), e, f;
equation
  when Clock() then
    d = previous(d) + noClock(e);
  end when;
  e + f = sample(time, Clock(0.1));
  f = e + 1;
end ClocksUnknown;
