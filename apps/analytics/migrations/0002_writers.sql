-- Who writes to this store, and until when. A claim is renewed by another row; old ones go by themselves.
create table if not exists writers
(
    writer UUID,
    until DateTime64(3, 'UTC'),
    at DateTime64(6, 'UTC') default now64(6)
)
engine = MergeTree
order by (writer, at)
ttl toDateTime(at) + interval 1 day
settings fsync_after_insert = 1, fsync_part_directory = 1;
