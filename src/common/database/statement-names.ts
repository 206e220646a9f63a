/** Maximum prepared statements per connection. Filters combine to many statements, each of which takes memory in PostgreSQL. */
const MAX_STATEMENTS = 500;

/** Not prepared: PostgreSQL refuses such statements after a newer node's migration adds a column. */
const OPEN_COLUMNS = /\b(SELECT|RETURNING)\s+\*/i;

/** Names of prepared statements, the same for the same text. */
export class StatementNames {
  private readonly names = new Map<string, string | undefined>();

  /** Undefined for a statement that is not prepared. */
  get(sql: string): string | undefined {
    const known = this.names.get(sql);
    if (known !== undefined || this.names.size >= MAX_STATEMENTS || this.names.has(sql)) return known;
    const name = OPEN_COLUMNS.test(sql) ? undefined : `s${this.names.size}`;
    this.names.set(sql, name);
    return name;
  }
}
