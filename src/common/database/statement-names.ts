/** Statements kept prepared a connection, at most: filters of lists combine to many, and each takes memory in PostgreSQL. */
const MAX_STATEMENTS = 500;

/**
 * A statement whose columns the schema decides is not prepared: PostgreSQL refuses it for good once a migration, run by
 * a newer node beside this one, has added a column.
 */
const OPEN_COLUMNS = /\b(SELECT|RETURNING)\s+\*/i;

/** Names under which the driver prepares statements, the same for the same text. */
export class StatementNames {
  private readonly names = new Map<string, string | undefined>();

  /** Undefined for a statement that is better planned anew each time. */
  get(sql: string): string | undefined {
    const known = this.names.get(sql);
    if (known !== undefined || this.names.size >= MAX_STATEMENTS || this.names.has(sql)) return known;
    const name = OPEN_COLUMNS.test(sql) ? undefined : `s${this.names.size}`;
    this.names.set(sql, name);
    return name;
  }
}
