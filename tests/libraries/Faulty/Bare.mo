model Bare
end Bare;
