type Length = Distance;
type Distance = Length(unit = "m");
model Same = Other;
model Other = Same;

model CyclicType
  Length x;
  Same s;
end CyclicType;
