-- What an observer owes is found by their assignments: each report changes what is owed, and writes into every index of it.
drop index expectations_by_observer;
