-- Endpoints whose messages are read rather than sent, for programs that nobody can send to.

alter table webhook_endpoints
  alter column url drop not null,
  -- Who made it, where its messages are read.
  add column reader_uuid uuid,
  -- Until when it stands without being read again; null where its messages are sent.
  add column read_until timestamptz,
  -- The number of the message that was handed out last.
  add column last_position bigint not null default 0,
  add constraint webhook_endpoints_sent_or_read
    check ((url is null) = (read_until is not null) and (url is null) = (reader_uuid is not null));

-- The order in which an endpoint's messages were handed out; null of those that were not, or are sent.
alter table webhook_messages add column position bigint;
create index webhook_messages_to_read on webhook_messages (tenant_uuid, endpoint_uuid, position)
  where position is not null;
