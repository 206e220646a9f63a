import { downloadName } from './download-name.js';
import { DOCX } from '@amks/reader/docx/docx-format.js';

describe('downloadName', () => {
  it.each([
    ['manual.pdf', 'application/pdf', 'manual.pdf'],
    ['MANUAL.PDF', 'application/pdf', 'MANUAL.PDF'],
    ['setup.hta', 'text/html', 'setup.hta.html'],
    ['run.bat', 'text/plain', 'run.bat.txt'],
    ['manual.exe.', 'text/plain', 'manual.exe..txt'],
    ['.hta', 'text/html', '.hta.html'],
    ['a.docx', 'application/zip', 'a.docx.zip'],
    ['32-41-00', DOCX, '32-41-00.docx'],
    ['🛩'.repeat(255), 'text/plain', `${'🛩'.repeat(251)}.txt`],
  ])('%s of type %s is %s', (name, type, expected) => {
    expect(downloadName(name, type)).toBe(expected);
  });
});
