import { describe, expect, it } from '@jest/globals';
import { neededOverlays, type ChosenTemporaryRevision } from './chosen-temporary-revisions.js';

const revision = (more: Partial<ChosenTemporaryRevision> = {}): ChosenTemporaryRevision => ({
  ...{ id: 'tr_1', number: 'TR 32-07', document_id: 'base', overlay_document_id: 'overlay', is_visible: true },
  ...{ status: 'in_force', is_coming: true, has_pages: true },
  ...more,
});
const outcome = (chosen: string[], found: ChosenTemporaryRevision[]): unknown => {
  try {
    return [...neededOverlays(new Set(chosen), found)];
  } catch (error) {
    return (error as { details?: unknown }).details;
  }
};

describe('neededOverlays', () => {
  it('needs the document of one that is in force, or takes effect before the expiry', () => {
    const missing = { reason: 'temporary_revision_not_chosen', overlay_document_id: 'overlay' };
    expect(outcome(['base'], [revision()])).toMatchObject(missing);
    expect(outcome(['base'], [revision({ status: 'scheduled' })])).toMatchObject(missing);
    expect(outcome(['base'], [revision({ is_visible: false })])).toMatchObject({ overlay_document_id: null });
    expect(outcome(['base', 'overlay'], [revision()])).toEqual(['overlay']);
  });

  it('needs none of one that is over, too late, without pages or without a document', () => {
    for (const more of [
      { status: 'withdrawn' as const },
      { status: 'scheduled' as const, is_coming: false },
      { has_pages: false },
      { overlay_document_id: null },
    ])
      expect(outcome(['base'], [revision(more)])).toEqual([]);
  });

  it('refuses the document of those that are not in force', () => {
    for (const status of ['expired', 'superseded', 'incorporated', 'withdrawn'] as const)
      expect(outcome(['overlay'], [revision({ status })])).toMatchObject({
        ...{ reason: 'temporary_revision_not_in_force', document_id: 'overlay', status },
      });
    expect(outcome(['overlay'], [revision({ status: 'scheduled', is_coming: false })])).toMatchObject({
      reason: 'temporary_revision_not_in_force',
    });
    expect(outcome(['overlay'], [revision({ status: 'expired' }), revision({ id: 'tr_2' })])).toEqual([]);
  });
});
