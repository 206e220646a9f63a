import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

const text = readFileSync(path.join(projectRoot(), 'docs/security.md'), 'utf8');
const PATHS = /`((?:src|test|scripts)\/[\w./-]+)`/g;

describe('docs/security.md', () => {
  it('names files that are there', () => {
    const named = [...text.matchAll(PATHS)].map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((file) => !existsSync(path.join(projectRoot(), file)))).toEqual([]);
  });

  it.each(Array.from({ length: 10 }, (_, index) => `API${index + 1}`))(
    'says of %s what is done and what covers it',
    (risk) => {
      const [row = ''] = text.split('\n').filter((line) => line.startsWith(`| **${risk}** `));
      const [, , , done = '', covered = ''] = row.split(/(?<!`)\|/);
      expect([...done.matchAll(PATHS)].length).toBeGreaterThan(0);
      const tests = [...covered.matchAll(PATHS)].map(([, file = '']) => file);
      expect(tests.length).toBeGreaterThan(0);
      for (const file of tests) expect(file).toMatch(/\.spec\.ts$/);
    },
  );
});
