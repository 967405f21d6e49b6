// Section 10.5: subscripts that change while the model runs. The element is
// chosen by if-expressions; its bounds are an assertion, which a branch
// around it guards.
model SubscriptsAtRunTime
  type Phase = enumeration(solid, liquid, gas);
  record Point
    Real x, y;
  end Point;
  model Tank
    parameter Real volume;
    Real level[2] = volume*{time, 2*time};
  end Tank;
  Integer i = if time > 0.5 then 2 else 1;
  Boolean late = time > 0.3;
  Phase phase = if late then Phase.gas else Phase.solid;
  Real x[3] = {1, 2, 3}*time;
  Real A[2, 3] = {{1, 2, 3}, {4, 5, 6}};
  Real byPhase[Phase] = {10, 20, 30}, byTruth[Boolean] = {5, 6};
  Tank tank[3](volume = {1, 2, 3});
  Point point[2] = {Point(1, 2), Point(3, 4)};
  Real one = x[i], two = A[i, i + 1], row[3] = A[i, :];
  Real three = byPhase[phase], four = byTruth[late];
  Real five = tank[i + 1].level[i], six[2] = tank[i].level;
  Point chosen = point[i];
  Real guarded = if i > 1 then x[i - 1] elseif late then x[i + 1] else 0;
  Real left[2];
equation
  left[i] = 3*time;
  if late then
    left[1] + left[2] = x[i];
  else
    left[1] = left[2] + 1;
  end if;
end SubscriptsAtRunTime;
