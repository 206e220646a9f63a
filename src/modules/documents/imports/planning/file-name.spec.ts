import { nameFields } from './file-name.js';

describe('nameFields', () => {
  it.each([
    ['AMM/32-41-11_Main_wheel_removal_rev12.pdf', '32-41-11 Main wheel removal rev12', '32-41-11', 'Rev 12'],
    ['Wheels (Issue 003).docx', 'Wheels (Issue 003)', undefined, 'Issue 003'],
    ['24-31 battery Rev. C.txt', '24-31 battery Rev. C', '24-31', 'Rev C'],
    ['2026-11-24 letter.pdf', '2026-11-24 letter', undefined, undefined],
    ['card 112-41-11.pdf', 'card 112-41-11', undefined, undefined],
    ['S-1000D-32-41-11-00A-520A.xml', 'S-1000D-32-41-11-00A-520A', undefined, undefined],
    ['preview.txt', 'preview', undefined, undefined],
    ['review 12.txt', 'review 12', undefined, undefined],
    ['.hidden', '.hidden', undefined, undefined],
  ])('%j', (path, title, ata_chapter, version) => {
    expect(nameFields(path)).toEqual({
      title,
      ...(ata_chapter !== undefined && { ata_chapter }),
      ...(version !== undefined && { version }),
    });
  });
});
