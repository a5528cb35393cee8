-- Attributes as a column for each key, so that a question reads only the keys it names: the path is
-- `k` and the key's bytes in hexadecimal, the value always text. Where a part holds more than 16
-- keys, those that few events have share columns. LZ4, since reading is what takes time.
-- Each statement may run again after a crash: the copy takes the place of all rows at once.
alter table events add column if not exists attributes Map(LowCardinality(String), String) codec(ZSTD(1)) after schema_version;

alter table events add column if not exists attribute JSON(max_dynamic_paths = 16) codec(LZ4);

alter table events modify column occurred_at DateTime64(3, 'UTC') codec(Delta, LZ4);

drop table if exists events_converted;

create table events_converted as events;

insert into events_converted
select * replace (
    if(
        notEmpty(attributes),
        toJSONString(mapApply((k, v) -> (concat('k', lower(hex(k))), v), attributes))::JSON(max_dynamic_paths = 16),
        attribute
    ) as attribute
)
from events
settings input_format_try_infer_dates = 0, input_format_try_infer_datetimes = 0;

alter table events replace partition tuple() from events_converted
settings allow_replace_partition_from_empty_source = 1;

alter table events drop column if exists attributes settings mutations_sync = 2;

drop table if exists events_converted;
