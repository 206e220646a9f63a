/** Longest summary, in characters. */
const MAX_LENGTH = 200;

/** In quotes, with backslashes (E'…') or without, or in dollars; up to the end where it was cut. */
const STRING = /\be'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|\$([a-z_]\w*)?\$[^]*?(?:\$\1\$|$)/gi;

/**
 * A statement without what may be somebody's data: `INSERT INTO users (id, name) VALUES ($1, $2)` stays, of the strings and
 * numbers that stand in its text `?` is left.
 */
export function summarizeStatement(sql: string): string {
  const summary = sql
    .slice(0, 20 * MAX_LENGTH)
    .replace(STRING, '?')
    .replace(/(?<![\w$."])\d[\w.]*/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return summary.length > MAX_LENGTH ? `${summary.slice(0, MAX_LENGTH - 1)}…` : summary;
}

/** What a statement does and to which table first, such as `SELECT users`: one of few, for names of spans. */
export function operationOf(sql: string): string {
  const [, operation = 'SQL'] = /^\s*([a-z]+)/i.exec(sql) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+"?([a-z_]+(?:\.[a-z_]+)?)"?/i.exec(sql) ?? [];
  return table ? `${operation.toUpperCase()} ${table}` : operation.toUpperCase();
}
