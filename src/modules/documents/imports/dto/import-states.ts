/** `running`: files become documents. `reading`: the documents are read. The last three are final. */
export const IMPORT_STATES = ['queued', 'running', 'reading', 'completed', 'failed', 'canceled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * What became of a file; in a dry run, what would. `created`: a document. `revised`: a revision of a document with its number. `unchanged`: a
 * document has the file already.
 */
export const ITEM_STATES = ['pending', 'created', 'revised', 'unchanged', 'failed', 'canceled'] as const;
export type ItemState = (typeof ITEM_STATES)[number];
