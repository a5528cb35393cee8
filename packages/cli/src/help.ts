export const help = `atrium - Atrium from the command line

  npx atrium events import FILE [options]     send events from a file
  npx atrium events export [FILE] [options]   write the tenant's events to a file, or to the terminal

Who you are comes from the environment, so that no secret is on a command line:
  ATRIUM_EMAIL, ATRIUM_PASSWORD   signs in, and again when the token expires
  ATRIUM_TOKEN                    an access token instead
  ATRIUM_URL                      where Atrium is (http://127.0.0.1:8080)

Options
  --url URL          where Atrium is
  --tenant UUID      another tenant; for system administrators
  --concurrency N    import: batches at a time, 1 to 16 (4)
  --batch N          import: events in a batch, 1 to 1000 (1000)
  --give-up N        import: seconds without success before it gives up (600)
  --restart          import: begin with the first line, whatever was sent before
  --type TYPE        export: events of one type
  --from, --to TIME  export: by occurredAt, from included, to not; ISO 8601 with zone
  --help

import reads .ndjson, .jsonl and .csv, each also with .gz behind. Events without tenantId are of
your own tenant; those without eventId get one made of tenant, line and its number, so that sending
a file twice stores it once. CSV has a header with the fields of an event; attributes are columns
such as attributes.channel, or one column attributes with a JSON object. How far it came is kept in
FILE.atrium-import.json: run the same command again after a crash. What is refused is written with
the reason to FILE.rejected.ndjson, and the exit code is then 1.

export writes NDJSON, or CSV when FILE ends in .csv, packed when it ends in .gz. A file appears
under its name when it is whole.
`;
