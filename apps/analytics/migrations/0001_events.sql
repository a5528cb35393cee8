-- One row for each event. Read by tenant, type and time, in that order.
-- Parts are synced to disk before an insert or a merge counts as done.
-- No partitions: a replay of ten years of history then makes one part and not a hundred.
create table if not exists events
(
    tenant_id UUID,
    event_type LowCardinality(String),
    occurred_at DateTime64(3, 'UTC') codec(DoubleDelta, ZSTD(1)),
    event_id UUID,
    received_at DateTime64(3, 'UTC') codec(DoubleDelta, ZSTD(1)),
    -- The empty string means absent: ingestion refuses it as a value.
    actor_type LowCardinality(String),
    actor_id String codec(ZSTD(1)),
    entity_type LowCardinality(String),
    entity_id String codec(ZSTD(1)),
    schema_version UInt32 codec(ZSTD(1)),
    attributes Map(LowCardinality(String), String) codec(ZSTD(1))
)
engine = MergeTree
order by (tenant_id, event_type, occurred_at)
settings fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

-- Every identifier ever taken: what makes an event exactly once, whatever its time.
-- The fine granularity is for looking up scattered single identifiers.
create table if not exists identifiers
(
    tenant_id UUID,
    event_id UUID
)
engine = MergeTree
order by (tenant_id, event_id)
settings index_granularity = 1024,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

-- Which attribute keys the events of a type have carried; the empty key stands for the type itself.
create table if not exists catalogue
(
    tenant_id UUID,
    event_type LowCardinality(String),
    attribute String
)
engine = ReplacingMergeTree
order by (tenant_id, event_type, attribute)
settings fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;
