model QueueAlgorithm
  "Customers in a queue with one clerk: arrivals by a list, served in turn"
  parameter Real arrival[5] = {0.5, 1, 1.25, 4, 4.5} "when they come";
  parameter Real service = 1 "how long each takes";
  Real done[5] "when each is served";
  Real waiting "customers in the queue or at the clerk now";
  Real waited "time that all have spent in the queue so far";
  Boolean late "is it after noon?";
algorithm
  waiting := 0;
  waited := 0;
  for i in 1:5 loop
    done[i] := service + arrival[i];
    if i > 1 then
      done[i] := service + max(arrival[i], done[i - 1]);
    end if;
    if time >= arrival[i] and time < done[i] then
      waiting := waiting + 1;
    end if;
    waited := waited + max(0, min(time, done[i] - service) - arrival[i]);
  end for;
  late := time > 3;
  annotation(experiment(StopTime = 8, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "waiting,waited"));
end QueueAlgorithm;
