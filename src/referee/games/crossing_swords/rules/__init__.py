"""The rules, one file per step of the calculation; every ruling is cited where it is followed."""
