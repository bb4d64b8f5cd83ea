-- What an account has to do before anything else.

-- A password that somebody else has chosen, or that was printed, opens an account until then, and its
-- owner chooses another first of all. Null: it is their own.
alter table staff add column password_until timestamptz(3);

-- Whoever of the staff has signed in since must have a second factor. Null: nobody must.
alter table installation add column factors_wanted_since timestamptz(3);
