model Refused
  String s;
  parameter String a = "x" + "y";
  Boolean b = a == "x";
end Refused;
