within Faulty;
model Twice
end Twice;
