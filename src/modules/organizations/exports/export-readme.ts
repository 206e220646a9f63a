/** README.txt of an archive, for whoever opens it years later. */
export const README = `Export of an organization from the Aviation Maintenance Knowledge Service

manifest.json   version of this form, the moment of the export, how many rows there are of each kind, and the size and
                SHA-256 of every other file here
*.jsonl         one kind each, one JSON object a line, in UTF-8; times in ISO 8601; objects name each other by their ids
files/          the files as they were uploaded, each once, named by its SHA-256: content_sha256 in revisions.jsonl;
                file_name there is what the file was called

All rows are of one moment. comments.jsonl and chat_messages.jsonl hold what people wrote for themselves too: keep this
archive from those who must not read that.

Not here: passwords, keys, tokens, secrets of webhooks and identity providers, and second factors; what the service works
out of the files by itself; what was deleted before.

audit_events.jsonl is chained: the hash of an event covers the event and the hash of the one before it.
`;
