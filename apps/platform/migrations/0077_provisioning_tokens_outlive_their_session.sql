-- A provisioning token's row stays with its account when its session is swept, so that the account is known
-- to be no person's. No row is without an account, so none needs to be looked at.
alter table provisioning_tokens
  drop constraint provisioning_tokens_tenant_uuid_token_uuid_fkey,
  add constraint provisioning_tokens_account foreign key (tenant_uuid, token_uuid)
      references accounts on delete cascade not valid;
