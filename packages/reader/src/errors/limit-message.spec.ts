import { EXTRACTION_MESSAGES, type ExtractionErrorCode } from './extraction-error.js';
import { DEFAULT_EXTRACTION_LIMITS } from '../limits/extraction-limits.js';
import { limitMessage } from './limit-message.js';

describe('the message of a limit', () => {
  it.each<[ExtractionErrorCode, string]>([
    ['too_many_pages', 'The limit is 1,234 pages.'],
    ['too_much_text', 'The limit is 256 MiB of text per file, and 0.5 MiB or 20,000 lines and table cells per page.'],
    ['too_much_memory', 'The limit is 960 MiB.'],
    ['page_too_slow', 'The limit is 30 seconds per page.'],
    ['file_too_slow', 'The limit is 3,600 seconds per file plus 6 seconds per page.'],
    ['archive_entries', 'The limit is 10,000 files.'],
    ['xml_nesting', 'The limit is 256 levels.'],
  ])('%s names the limit', (code, sentence) => {
    const limits = { ...DEFAULT_EXTRACTION_LIMITS, max_pages: 1_234, max_page_text_bytes: 512 * 1024 };
    expect(limitMessage(code, limits)).toBe(`${EXTRACTION_MESSAGES[code]} ${sentence}`);
  });

  it('names none where none was exceeded', () => {
    expect(limitMessage('corrupt', DEFAULT_EXTRACTION_LIMITS)).toBe(EXTRACTION_MESSAGES.corrupt);
  });
});
