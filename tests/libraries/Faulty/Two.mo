within Faulty;
model Two
end Two;
model Three
end Three;
