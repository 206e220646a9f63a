/** Rows of one kind, as an export holds them: one file of JSON Lines, an object a row. */
export interface ExportedKind {
  /** The file is called so. */
  name: string;
  table: string;
  /** What is read in place of the table. */
  from?: string;
  /** Columns, or expressions with a name. Unlisted columns are not exported, so that a secret added later stays out. */
  columns: readonly string[];
  /** What else must be true of a row. */
  only?: string;
  /** Rows that are read at once, if they can be large. */
  atOnce?: number;
}

/** Columns of the times of a row. */
export const CHANGES = ['created_at', 'updated_at'];
/** SQL of the ids of documents that were not deleted. */
export const LIVE_DOCUMENTS = 'SELECT id FROM documents WHERE deleted_at IS NULL';
