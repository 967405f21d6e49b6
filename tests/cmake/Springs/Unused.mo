within Springs;
model Unused
end Unused;
