import { EXTRACTION_MESSAGES, type ExtractionErrorCode } from './extraction-error.js';
import { DEFAULT_EXTRACTION_LIMITS } from './extraction.types.js';
import { limitMessage } from './limit-message.js';

describe('the message of a limit', () => {
  it.each<[ExtractionErrorCode, string]>([
    ['too_many_pages', 'Allowed are 1,234 pages.'],
    ['too_much_text', 'Allowed are 256 MiB of text in a file, and on a page 0.5 MiB or 20,000 lines and table cells.'],
    ['too_much_memory', 'Allowed are 960 MiB.'],
    ['page_too_slow', 'Allowed are 30 seconds for a page.'],
    ['file_too_slow', 'Allowed are 3,600 seconds for a file, and 6 seconds more for each of its pages.'],
    ['archive_entries', 'Allowed are 10,000 files.'],
    ['xml_nesting', 'Allowed are 256 levels.'],
  ])('%s names what is allowed', (code, sentence) => {
    const limits = { ...DEFAULT_EXTRACTION_LIMITS, max_pages: 1_234, max_page_text_bytes: 512 * 1024 };
    expect(limitMessage(code, limits)).toBe(`${EXTRACTION_MESSAGES[code]} ${sentence}`);
  });

  it('names none where none was exceeded', () => {
    expect(limitMessage('corrupt', DEFAULT_EXTRACTION_LIMITS)).toBe(EXTRACTION_MESSAGES.corrupt);
  });
});
