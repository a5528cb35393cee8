-- For how long a cluster knows the batches that were stored: one that a writer repeats is left out.
alter table events modify setting replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;

alter table identifiers modify setting replicated_deduplication_window = 10000, replicated_deduplication_window_seconds = 604800;
