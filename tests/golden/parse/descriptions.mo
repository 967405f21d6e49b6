model Descriptions "one" + " two" + " three"
  Real x "a" + "b" annotation(x = 1);
  Real y annotation(Dialog(tab = "t", group = "g"), Evaluate = true, choices(choice(redeclare A a "x"), choice = 1 "one"));
equation
  x = 1 "eq" + "uation" annotation(a());
  annotation(experiment(StopTime = 10, Interval = 1e-2), Icon(graphics = {Rectangle(extent = {{-1, -1}, {1, 1}}), Text(string = "%name")}), Documentation(info = "<html>
<p>Two lines, \"quoted\" and a tab	here: ü € 😀</p>
</html>"));
end Descriptions;
