import { StatementNames } from './statement-names.js';

describe('StatementNames', () => {
  it('gives a text its own name, always the same', () => {
    const names = new StatementNames();
    const first = names.get('SELECT id FROM users WHERE id = $1');
    expect(first).toBeDefined();
    expect(names.get('SELECT count(*) FROM users WHERE id = $1')).not.toBe(first);
    expect(names.get('SELECT id FROM users WHERE id = $1')).toBe(first);
  });

  it('names no statement whose columns a migration would change', () => {
    const names = new StatementNames();
    expect(names.get('SELECT * FROM users WHERE id = $1')).toBeUndefined();
    expect(names.get('UPDATE users SET name = $1 RETURNING *')).toBeUndefined();
    expect(names.get('UPDATE users SET name = $1 RETURNING *')).toBeUndefined();
  });

  it('stops naming when it knows very many', () => {
    const names = new StatementNames();
    const given = Array.from({ length: 2000 }, (_, n) => names.get(`SELECT ${n} WHERE $1`));
    expect(new Set(given.filter((name) => name !== undefined)).size).toBeLessThan(1000);
    expect(names.get('SELECT 1 WHERE $1')).toBe(given[1]);
  });
});
