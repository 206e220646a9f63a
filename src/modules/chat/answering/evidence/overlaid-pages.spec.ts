import type { TemporaryRevisionMark } from '../../../documents/temporary-revisions/dto/temporary-revision-mark.js';
import type { RankedPassage } from '../../../search/search.service.js';
import { refusal } from '../answer-replies.js';
import { explained, refusedFor, withoutOverlaid } from './overlaid-pages.js';

const mark = (more: Partial<TemporaryRevisionMark> = {}): TemporaryRevisionMark => ({
  ...{
    id: 'trev_1',
    number: 'TR 32-114',
    role: 'beneath',
    status: 'in_force',
    action: 'replace',
    document_id: 'doc_2',
  },
  ...{ page_numbers: [1], effective_from: '2026-01-01T00:00:00.000Z', effective_until: null, needs_review: false },
  ...more,
});
const ranked = (more: object = {}): RankedPassage =>
  ({
    passage: {
      ...{
        title: 'Wheels',
        page_number: 2,
        temporary_revisions: [],
        notices: [],
        changed_pages: [],
        superseded: false,
      },
      ...more,
    },
  }) as unknown as RankedPassage;
const countOf = (more: object): number => withoutOverlaid([ranked(more)]).usable.length;

describe('withoutOverlaid', () => {
  it('leaves out pages that are replaced or canceled, and keeps those after which pages are inserted', () => {
    expect(countOf({})).toBe(1);
    expect(countOf({ temporary_revisions: [mark()] })).toBe(0);
    expect(countOf({ temporary_revisions: [mark({ action: 'cancel' })] })).toBe(0);
    expect(countOf({ temporary_revisions: [mark({ action: 'insert' })] })).toBe(1);
    expect(countOf({ temporary_revisions: [mark({ role: 'unplaced', action: null })] })).toBe(1);
    // It has the label or number of a changed page that was not found again.
    expect(countOf({ temporary_revisions: [mark({ role: 'unplaced', action: 'cancel' })] })).toBe(0);
  });

  it('leaves out passages whose notice is on a changed page, and superseded revisions of changed documents', () => {
    const notices = [{ kind: 'warning', text: 'HOT', page_number: 1 }];
    expect(countOf({ notices, changed_pages: [1] })).toBe(0);
    expect(countOf({ notices, changed_pages: [3] })).toBe(1);
    expect(countOf({ superseded: true, changed_pages: [9] })).toBe(0);
  });

  it('leaves out pages of temporary revisions that are not in force', () => {
    const overlay = (status: TemporaryRevisionMark['status'], more: Partial<TemporaryRevisionMark> = {}) =>
      mark({ role: 'overlay', status, ...more });
    expect(countOf({ temporary_revisions: [overlay('in_force')] })).toBe(1);
    for (const status of ['scheduled', 'expired', 'superseded', 'incorporated', 'withdrawn'] as const)
      expect(countOf({ temporary_revisions: [overlay(status)] })).toBe(0);
    // A page of which only an ended one says something does not count because of another page of its document.
    const other = overlay('in_force', { action: null });
    expect(countOf({ temporary_revisions: [overlay('expired'), other] })).toBe(0);
    expect(countOf({ temporary_revisions: [other] })).toBe(1);
    // Another page of the document of an ended one, which does not name it.
    expect(countOf({ temporary_revisions: [overlay('withdrawn', { action: null })] })).toBe(1);
  });
});

describe('the explanation', () => {
  const { overlaid } = withoutOverlaid([ranked({ temporary_revisions: [mark()] })]);

  it('names the page to read, and tells of pages that are hidden or canceled', () => {
    expect(explained([...overlaid, ...overlaid])).toEqual([
      'Page 2 of Wheels is not quoted: temporary revision TR 32-114 replaces it; read page 1 of it.',
    ]);
    const [{ title, page_number } = { title: '', page_number: 0 }] = overlaid;
    const told = (more: Partial<TemporaryRevisionMark>) => explained([{ title, page_number, mark: mark(more) }])[0];
    expect(told({ document_id: null, page_numbers: [] })).toContain('you cannot read its pages');
    expect(told({ action: 'cancel', page_numbers: [] })).toContain('TR 32-114 cancels it.');
    expect(told({ role: 'unplaced' })).toContain('TR 32-114 may replace it; read page 1 of it.');
  });

  it('becomes part of a refusal only', () => {
    const refused = refusal('nothing_found', []);
    expect(refusedFor(refused, overlaid)).toMatchObject({ refusal_reason: 'changed_by_temporary_revision' });
    expect(refusedFor(refused, overlaid).content.startsWith(`${refused.content} Page 2`)).toBe(true);
    expect(refusedFor(refused, [])).toBe(refused);
    const grounded = { ...refused, answer_status: 'grounded' as const };
    expect(refusedFor(grounded, overlaid)).toBe(grounded);
  });
});
