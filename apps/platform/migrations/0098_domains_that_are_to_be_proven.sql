-- Until when a domain leads to its tenant that was mapped before a proof was asked for, and was not proven yet.
alter table tenant_domains add column prove_until timestamptz;
