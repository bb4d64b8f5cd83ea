-- Who is given a password by two people at once, or has chosen one meanwhile, would be left with one that
-- neither of the two knows to be void: a password counts as one of the account's fields.
drop trigger staff_revised on staff;
create trigger staff_revised before update on staff for each row
  when (new.changing is not null or
        (old.role, old.county_codes, old.email, old.password_hash) is distinct from
        (new.role, new.county_codes, new.email, new.password_hash))
  execute function revise('role=role', 'county_codes=countyCodes', 'email=email',
                          'password_hash=password');
