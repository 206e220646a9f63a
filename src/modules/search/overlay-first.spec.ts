import type { TemporaryRevisionMark } from '../documents/temporary-revisions/dto/temporary-revision-mark.js';
import { overlayFirst, type OverlaidResult } from './overlay-first.js';

const beneath = (document_id: string | null, action: TemporaryRevisionMark['action'] = 'replace') =>
  ({ role: 'beneath', action, document_id, page_numbers: [1] }) as TemporaryRevisionMark;
const result = (id: string, page_number: number | null, ...marks: TemporaryRevisionMark[]): OverlaidResult => ({
  ...{ document_id: id, page_number, marks },
});
const orderOf = (results: OverlaidResult[]): string[] =>
  overlayFirst(results, (one) => one).map(({ document_id, page_number }) => `${document_id} ${page_number}`);

describe('overlayFirst', () => {
  it('puts the overlay before the page beneath, and leaves the rest in its order', () => {
    const results = [result('other', 4), result('manual', 2, beneath('tr')), result('manual', 3), result('tr', 1)];
    expect(orderOf(results)).toEqual(['other 4', 'tr 1', 'manual 2', 'manual 3']);
  });

  it('moves neither other pages of the overlay document nor pages that are only inserted', () => {
    expect(orderOf([result('manual', 2, beneath('tr')), result('tr', 2)])).toEqual(['manual 2', 'tr 2']);
    expect(orderOf([result('manual', 2, beneath('tr', 'insert')), result('tr', 1)])).toEqual(['manual 2', 'tr 1']);
    expect(orderOf([result('manual', 2, beneath(null)), result('tr', 1)])).toEqual(['manual 2', 'tr 1']);
  });

  it('moves whole documents, and an overlay of two pages once', () => {
    const results = [result('manual', null, beneath('tr')), result('second', null, beneath('tr')), result('tr', null)];
    expect(orderOf(results)).toEqual(['tr null', 'manual null', 'second null']);
  });
});
