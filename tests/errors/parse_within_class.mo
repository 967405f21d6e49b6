model A
end A;
within P;
model B
end B;
