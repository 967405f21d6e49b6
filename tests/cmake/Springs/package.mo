package Springs "One file per class"
end Springs;
