import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@amks/reader/processes/installation.js';

const source = path.join(projectRoot(), 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

/** Every name that a pattern's first group finds in the sources, with the text of its second. */
function found(pattern: RegExp): [name: string, text: string][] {
  return files.flatMap((file) =>
    [...readFileSync(path.join(source, file), 'utf8').matchAll(pattern)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  ) as [string, string][];
}

// The generator files schemas by name alone: of two with one name, the last one read describes both.
describe('names of schemas', () => {
  it('belong to one class each', () => {
    const names = found(/^(?:export )?class (\w+(?:Request|Response|Query|Envelope))\b/gm).map(([name]) => name);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('belong to one enumeration each', () => {
    const values = new Map<string, Set<string>>();
    for (const [list, name] of found(/enum: (\w+|\[[^\]]*\]),\s*enumName: '(\w+)'/g)) {
      values.set(name, (values.get(name) ?? new Set()).add(list));
    }
    expect(values.size).toBeGreaterThan(10);
    expect([...values].filter(([, lists]) => lists.size > 1)).toEqual([]);
  });
});
