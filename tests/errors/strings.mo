model Strings
  constant String a = String("a");
  constant String b = String(1, significantDigits = 3);
  constant String c = String(1.0, format = "s");
  constant String d = String(1.0, format = "f", minimumLength = 3);
  constant String e = "a" + 1;
  constant Boolean f = "a" < 1;
  constant String g = String({1, 2});
  constant String h = String(1.0, minimumLength = 1000000);
  constant String i = String(time);
end Strings;
