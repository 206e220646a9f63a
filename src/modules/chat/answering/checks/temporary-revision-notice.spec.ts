import type { Citation } from '../answer.types.js';
import { temporaryRevisionNotices } from './temporary-revision-notice.js';

type Mark = Citation['temporary_revisions'][number];
const mark = (more: Partial<Mark> = {}): Mark =>
  ({ id: 'trev_1', number: 'TR 32-114', role: 'beneath', status: 'in_force', action: 'replace', ...more }) as Mark;
const cited = (index: number, page: number, ...temporary_revisions: Mark[]) => ({
  ...{ index, revision_id: 'rev_1', page_number: page, title: 'Wheels', temporary_revisions },
});
const textOf = (...marks: Mark[]): string | undefined => temporaryRevisionNotices([cited(1, 2, ...marks)])[0]?.text;

describe('temporaryRevisionNotices', () => {
  it('names what replaces or cancels a cited page, once for a page', () => {
    const notices = temporaryRevisionNotices([cited(1, 2, mark()), cited(2, 2, mark()), cited(3, 4)]);
    expect(notices).toEqual([
      {
        ...{ kind: 'temporary_revision', citation: 1 },
        text: 'TEMPORARY REVISION: TR 32-114 replaces page 2 of Wheels. Do not work by what is quoted from it.',
      },
    ]);
    expect(textOf(mark({ action: 'cancel' }))).toContain('cancels page 2');
    expect(textOf(mark({ action: 'insert' }))).toBeUndefined();
  });

  it('names the end of the one to which a cited page belongs, and one that may change it', () => {
    expect(textOf(mark({ role: 'overlay' }))).toBeUndefined();
    expect(textOf(mark({ role: 'overlay', status: 'expired' }))).toContain('is expired');
    expect(textOf(mark({ role: 'overlay', status: 'expired', action: null }))).toBeUndefined();
    expect(textOf(mark({ role: 'unplaced' }))).toContain('TR 32-114 may replace page 2 of Wheels. Do not work by');
    expect(textOf(mark({ role: 'unplaced', action: null }))).toContain('neither incorporated nor confirmed');
  });
});
