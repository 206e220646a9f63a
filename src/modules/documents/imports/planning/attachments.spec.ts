import type { ImportItem } from '../import.entity.js';
import { planAttachments } from './attachments.js';

const MESSAGE = {
  path: 'a.eml',
  fields: { title: 'A', document_number: 'L-1', version: '3', revision_date: '2026-01-01', aircraft_type: 'TR46' },
} as ImportItem;
const plan = (names: (string | null)[], room = 1_000, size = '100') =>
  planAttachments(
    { ...MESSAGE, size },
    names.map((name) => ({ name, size: 1 })),
    room,
  );

describe('planAttachments', () => {
  it('gives each a path of its own, below that of the message', () => {
    const long = 'x'.repeat(300);
    const paths = plan([
      'a.pdf',
      'A.PDF',
      null,
      '../../a.pdf',
      '..',
      'r\u0000\u202e.txt',
      `${long}.txt`,
      `${long}.txt`,
    ]);
    expect(paths.map(({ path }) => path)).toEqual([
      ...['a.eml/a.pdf', 'a.eml/A (2).PDF', 'a.eml/attachment 3', 'a.eml/a (3).pdf', 'a.eml/document', 'a.eml/r.txt'],
      ...[`a.eml/${long.slice(0, 200)}.txt`, `a.eml/${long.slice(0, 200)} (2).txt`],
    ]);
    expect(paths[1]).toMatchObject({ index: 1, size: 1, fields: { aircraft_type: 'TR46' }, error: null });
    expect(Object.keys(paths[1]!.fields)).toEqual(['aircraft_type']);
  });

  it.each([
    [1_000, 100, 200],
    [1_000, 64 * 1024 ** 2, 32],
  ])('with room for %d, plans of a message with %d bytes %d of 250, and says so', (room, size, most) => {
    const planned = plan(Array<string>(250).fill('a.pdf'), room, String(size));
    expect(planned.filter(({ error }) => error === null)).toHaveLength(most);
    const message = `The message has 250 attachments, and ${most} of them are imported.`;
    expect(planned.at(-1)).toMatchObject({
      path: 'a.eml/*',
      index: null,
      error: { code: 'attachment_limit', message },
    });
    expect(planned).toHaveLength(most + 1);
  });

  it.each([2, -1])('with room for %d, plans none of 3', (room) => {
    expect(plan(['a', 'b', 'c'], room)).toMatchObject([{ path: 'a.eml/*', error: { code: 'import_full' } }]);
    expect(plan([], room)).toEqual([]);
  });
});
