-- A dismissed pair is forgotten when one of the two has other names, another number, e-mail or phone, by
-- what is written: an accent tells two people apart that folded keys cannot.
drop trigger contacts_forget_dismissals on contacts;
create trigger contacts_forget_dismissals after update on contacts
  for each row when (
    (old.first_name, old.middle_name, old.paternal_last_name, old.maternal_last_name,
     old.display_name, old.identity_type, old.identity_id, old.identity_country,
     old.preferred_email, old.primary_email, old.preferred_phone_number, old.phone_number)
    is distinct from
    (new.first_name, new.middle_name, new.paternal_last_name, new.maternal_last_name,
     new.display_name, new.identity_type, new.identity_id, new.identity_country,
     new.preferred_email, new.primary_email, new.preferred_phone_number, new.phone_number))
  execute function forget_duplicate_dismissals();
