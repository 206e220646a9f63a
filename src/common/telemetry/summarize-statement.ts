/** Maximum length of a summary, in characters. */
const MAX_LENGTH = 200;

/** Strings with and without escapes (E'…'), and dollar quotes; up to the end of truncated text. */
const STRING = /\be'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|\$([a-z_]\w*)?\$[^]*?(?:\$\1\$|$)/gi;

/** A statement without literals: `INSERT INTO users (id, name) VALUES ($1, $2)` is unchanged, strings and numbers become `?`. */
export function summarizeStatement(sql: string): string {
  const summary = sql
    .slice(0, 20 * MAX_LENGTH)
    .replace(STRING, '?')
    .replace(/(?<![\w$."])\d[\w.]*/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return summary.length > MAX_LENGTH ? `${summary.slice(0, MAX_LENGTH - 1)}…` : summary;
}

/** Operation and first table, such as `SELECT users`: a span name with few values. */
export function operationOf(sql: string): string {
  const [, operation = 'SQL'] = /^\s*([a-z]+)/i.exec(sql) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+"?([a-z_]+(?:\.[a-z_]+)?)"?/i.exec(sql) ?? [];
  return table ? `${operation.toUpperCase()} ${table}` : operation.toUpperCase();
}
