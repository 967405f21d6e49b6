model ServiceQueue
  "Customers in a ring of places: one comes now and then, one is served now and then"
  parameter Real arrival = 0.7 "between two customers";
  parameter Real service = 1.1 "between two services";
  parameter Integer n = 8 "places to wait";
  discrete Real came[n](each start = 0, each fixed = true)
    "when the customer at each place has come";
  Integer first(start = 1, fixed = true) "the place that is next";
  Integer waiting(start = 0, fixed = true);
  Integer lost(start = 0, fixed = true) "all places were taken";
  Integer served(start = 0, fixed = true);
  discrete Real waited(start = 0, fixed = true) "by all that were served";
protected
  Integer last;
algorithm
  when sample(0.5, arrival) then
    if waiting < n then
      last := mod(first + waiting - 1, n) + 1;
      came[last] := time;
      waiting := waiting + 1;
    else
      lost := lost + 1;
    end if;
  end when;
  when sample(1, service) then
    if waiting > 0 then
      waited := waited + time - came[first];
      first := mod(first, n) + 1;
      waiting := waiting - 1;
      served := served + 1;
    end if;
  end when;
  annotation(experiment(StopTime = 30, Interval = 0.3),
             __foucault(plot = "waiting,lost,served"));
end ServiceQueue;
