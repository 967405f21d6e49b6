within Faulty;
model Remained
end Remained;
