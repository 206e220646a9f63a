import { operationOf, summarizeStatement } from './summarize-statement.js';

describe('summaries of statements', () => {
  it.each([
    ['SELECT  *\n  FROM users WHERE id = $1', 'SELECT * FROM users WHERE id = $1'],
    [`SELECT 'it''s a secret', x FROM t WHERE y = 'other'`, 'SELECT ?, x FROM t WHERE y = ?'],
    [`UPDATE t SET a = 4711, b2 = b2 + 1.5e3 WHERE c > -7`, 'UPDATE t SET a = ?, b2 = b2 + ? WHERE c > -?'],
    [`SELECT 'cut in the middle`, 'SELECT ?'],
    [`INSERT INTO t VALUES ($1, $22)`, 'INSERT INTO t VALUES ($1, $22)'],
    [`SELECT now() + interval '5 minutes'`, 'SELECT now() + interval ?'],
    [`SELECT '\\' AND x = 'secret'`, 'SELECT ? AND x = ?'],
    [`SELECT E'a\\'b secret', $$secret$$, $tag$secret$tag$`, 'SELECT ?, ?, ?'],
  ])('have no values: %s', (sql, summary) => {
    expect(summarizeStatement(sql)).toBe(summary);
  });

  it('are short, and quickly made of long statements', () => {
    const summary = summarizeStatement(`SELECT ${'column_name, '.repeat(100_000)}`);
    expect(summary).toHaveLength(200);
    expect(summary.endsWith('…')).toBe(true);
  });

  it('omit strings that exceed the examined length', () => {
    expect(summarizeStatement(`SELECT '${'secret '.repeat(10_000)}'`)).toBe('SELECT ?');
  });

  it.each([
    ['SELECT a FROM documents d JOIN users u ON true', 'SELECT documents'],
    ['insert into "sessions" (id) values ($1)', 'INSERT sessions'],
    ['UPDATE jobs.job SET state = $1', 'UPDATE jobs.job'],
    ['START TRANSACTION', 'START'],
    ['', 'SQL'],
  ])('name the operation and the table: %s', (sql, operation) => {
    expect(operationOf(sql)).toBe(operation);
  });
});
