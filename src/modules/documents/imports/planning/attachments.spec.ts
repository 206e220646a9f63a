import type { ImportItem } from '../import.entity.js';
import { planAttachments } from './attachments.js';

const MESSAGE = {
  path: 'a.eml',
  fields: { title: 'A', document_number: 'L-1', aircraft_type: 'TR46' },
} as ImportItem;
const plan = (names: (string | null)[], room = 1_000) =>
  planAttachments(
    MESSAGE,
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
    [1_000, 200],
    [3, 3],
    [-2, 0],
  ])('with room for %d, plans %d of 250, and says so', (room, most) => {
    const planned = plan(Array<string>(250).fill('a.pdf'), room);
    expect(planned.filter(({ error }) => error === null)).toHaveLength(most);
    const message = `The message has 250 attachments, and ${most} of them are imported.`;
    expect(planned.at(-1)).toMatchObject({
      path: 'a.eml/*',
      index: null,
      error: { code: 'attachment_limit', message },
    });
    expect(planned).toHaveLength(most + 1);
  });
});
