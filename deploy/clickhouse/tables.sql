-- The tables of analytics on a ClickHouse cluster: sharded by tenant, replicated within a shard.
-- Apply once, on any node:  clickhouse-client --multiquery < tables.sql
-- Wants ClickHouse 26.7 or newer, three replicas a shard (of two, none may be away: see profile.xml),
-- a cluster named `atrium` in remote_servers, the macros {shard} and {replica} on each node,
-- a Keeper, and the settings of limits.xml and profile.xml.
-- Each *_local table is what apps/analytics/migrations makes on one server; the table without the
-- suffix is the one over all shards. Both change together: see the last statement.

create database if not exists atrium on cluster 'atrium';

create table if not exists atrium.events_local on cluster 'atrium'
(
    tenant_id LowCardinality(UUID),
    event_type LowCardinality(String),
    occurred_at DateTime64(3, 'UTC') codec(Delta, LZ4),
    event_id UUID,
    received_at DateTime64(3, 'UTC') codec(DoubleDelta, ZSTD(1)),
    actor_type LowCardinality(String),
    actor_id String codec(ZSTD(1)),
    entity_type LowCardinality(String),
    entity_id String codec(ZSTD(1)),
    schema_version UInt32 codec(ZSTD(1)),
    attribute JSON(max_dynamic_paths = 16) codec(LZ4)
)
engine = ReplicatedMergeTree('/clickhouse/tables/atrium/{shard}/events', '{replica}')
order by (tenant_id, event_type, occurred_at)
settings fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1,
    allow_suspicious_low_cardinality_types = 1, min_age_to_force_merge_seconds = 86400,
    replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

create table if not exists atrium.identifiers_local on cluster 'atrium'
(
    tenant_id UUID,
    event_id UUID
)
engine = ReplicatedMergeTree('/clickhouse/tables/atrium/{shard}/identifiers', '{replica}')
order by (tenant_id, event_id)
settings index_granularity = 1024,
    fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1,
    replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

create table if not exists atrium.catalogue_local on cluster 'atrium'
(
    tenant_id UUID,
    event_type LowCardinality(String),
    attribute String
)
engine = ReplicatedReplacingMergeTree('/clickhouse/tables/atrium/{shard}/catalogue', '{replica}')
order by (tenant_id, event_type, attribute)
settings fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1;

-- A tenant's rows of all three tables are on one shard: what a question or a look-up of
-- identifiers reads is never spread.
create table if not exists atrium.events on cluster 'atrium' as atrium.events_local
engine = Distributed('atrium', 'atrium', 'events_local', cityHash64(tenant_id));

create table if not exists atrium.identifiers on cluster 'atrium' as atrium.identifiers_local
engine = Distributed('atrium', 'atrium', 'identifiers_local', cityHash64(tenant_id));

create table if not exists atrium.catalogue on cluster 'atrium' as atrium.catalogue_local
engine = Distributed('atrium', 'atrium', 'catalogue_local', cityHash64(tenant_id));

-- Who writes, and which tables there are: a few rows that every node has, whatever its shard.
create table if not exists atrium.writers on cluster 'atrium'
(
    writer UUID,
    until DateTime64(3, 'UTC'),
    at DateTime64(6, 'UTC') default now64(6)
)
engine = ReplicatedMergeTree('/clickhouse/tables/atrium/all/writers', '{shard}-{replica}')
order by (writer, at)
ttl toDateTime(at) + interval 1 day
settings fsync_after_insert = 1, fsync_part_directory = 1;

create table if not exists atrium.migrations on cluster 'atrium'
(
    name String,
    at DateTime default now()
)
engine = ReplicatedReplacingMergeTree('/clickhouse/tables/atrium/all/migrations', '{shard}-{replica}')
order by name
settings fsync_after_insert = 1, fsync_part_directory = 1;

-- Tables that were there before have this too.
alter table atrium.events_local on cluster 'atrium' modify setting replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

alter table atrium.identifiers_local on cluster 'atrium' modify setting replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

insert into atrium.migrations (name) values ('0001_events.sql'), ('0002_writers.sql'), ('0003_attribute.sql'), ('0004_tenant_words.sql'), ('0005_merge_daily.sql'), ('0006_deduplication.sql');
