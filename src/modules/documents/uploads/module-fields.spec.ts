import type { ModuleHead } from '@amks/reader/s1000d/module/module-head.js';
import { moduleFields } from './module-fields.js';

const HEAD: ModuleHead = {
  ...{ model: 'TR46', dmc: 'TR46-A-32-41-00-00A-520A-A', issue: '003', in_work: '00', issue_date: '2026-05-02' },
  ...{ applicability: 'All', type: 'dmodule', title: 'Main wheel - Remove', language: 'en-US', ata: '32-41-00' },
};

describe('moduleFields', () => {
  it('names the document by its code and issue', () => {
    expect(moduleFields(HEAD)).toEqual({
      ...{ title: 'Main wheel - Remove', document_type: 'AMM', aircraft_type: 'TR46', ata_chapter: '32-41-00' },
      ...{ document_number: 'TR46-A-32-41-00-00A-520A-A', version: '003', revision_date: '2026-05-02' },
      effectivity: 'All',
    });
  });

  it('tells a draft of an issue from the issue, and leaves out what the head lacks', () => {
    expect(moduleFields({ ...HEAD, in_work: '02' }).version).toBe('003-02');
    const poor = { ...HEAD, dmc: '', model: '', issue: '', issue_date: null, applicability: null, ata: null };
    expect(moduleFields(poor)).toEqual({ title: 'Main wheel - Remove', document_type: 'AMM' });
    expect(moduleFields({ ...HEAD, title: 'x'.repeat(999), applicability: 'x'.repeat(1001) })).toMatchObject({
      title: 'x'.repeat(300),
    });
  });

  it('keeps translations apart', () => {
    const number = (language: string | null) => moduleFields({ ...HEAD, language }).document_number;
    expect([number('de-DE'), number('en-GB'), number(null)]).toEqual([
      'TR46-A-32-41-00-00A-520A-A_DE-DE',
      ...Array<string>(2).fill('TR46-A-32-41-00-00A-520A-A'),
    ]);
  });

  it.each([
    ['TR46-A-32-41-00-00A-051A-A', 'WDM'],
    ['TR46-A-32-41-00-00A-131A-A', 'FCOM'],
    ['TR46-A-32-41-00-00A-421B-A', 'FIM'],
    ['TR46-A-32-41-00-00A-941A-D', 'IPC'],
    ['TR46-A-32-41-00-00A-720A-A-H40A', 'AMM'],
    ['TR46-4-05-94-00-00A-040A-A', 'AMM'],
    ['', 'AMM'],
  ])('%s is of type %s', (dmc, type) => {
    expect(moduleFields({ ...HEAD, dmc }).document_type).toBe(type);
    expect(moduleFields({ ...HEAD, dmc, type: 'pm' }).document_type).toBe('OTHER');
  });
});
