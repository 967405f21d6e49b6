within S; model Real end Real;
