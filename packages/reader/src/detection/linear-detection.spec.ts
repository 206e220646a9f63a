import { expectLinear } from '../../../../test/support/linear-time.js';
import { FileRefusedError } from '../errors/file-refusal.js';
import { detect, DETECTION_BYTES } from './format-detection.js';
import { looksLikeMarkdown } from '../markdown/markdown-signs.js';
import { readProlog } from './xml-prolog.js';

/** Texts made to take long: so many characters of each. */
const HOSTILE: readonly (readonly [string, (length: number) => string])[] = [
  ['a rule of a table and blanks', (n) => `---|---${' '.repeat(n)}x`],
  ['blanks between the cells of a rule', (n) => `${`---|${' '.repeat(50)}`.repeat(n / 54)}x`],
  ['a table rule of dashes', (n) => `|${'-'.repeat(n)}x`],
  ['bars', (n) => '|'.repeat(n)],
  ['brackets', (n) => '['.repeat(n)],
  ['links without an end', (n) => '[a]('.repeat(n / 4)],
  ['ends of links', (n) => ']('.repeat(n / 2)],
  ['bold without an end', (n) => '**a '.repeat(n / 4)],
  ['stars and letters', (n) => `**${'a'.repeat(n)}`],
  ['number signs and blanks', (n) => `######${' '.repeat(n)}`],
  ['blank rows', (n) => ' \n'.repeat(n / 2)],
  ['rows of blanks', (n) => `${' '.repeat(1_000)}\n`.repeat(n / 1_000)],
  ['fences', (n) => `\`\`\`${'a'.repeat(n)} !`],
  ['backticks', (n) => '`'.repeat(n)],
  ['front matter without an end', (n) => `---\n${'a:\n'.repeat(n / 3)}`],
  ['front matter again and again', (n) => '---\na:b\n'.repeat(n / 8)],
  ['a long name of a field', (n) => `---\n${'a'.repeat(n)}`],
  ['comments without an end', (n) => `<!DOCTYPE a [${'<!--'.repeat(n / 4)}`],
  ['instructions without an end', (n) => `<!DOCTYPE a [${'<?'.repeat(n / 2)}`],
  ['quotes without an end', (n) => `<!DOCTYPE a [${`"'`.repeat(n / 2)}`],
  ['one quote and other marks', (n) => `<!DOCTYPE a [${`'"<!--`.repeat(n / 6)}`],
  ['brackets in a document type', (n) => `<!DOCTYPE a ${'[]'.repeat(n / 2)}`],
  ['document types', (n) => '<!DOCTYPE>'.repeat(n / 10)],
  ['comments', (n) => '<!---->'.repeat(n / 7)],
  ['an XML declaration without an end', (n) => `<?xml ${' encoding'.repeat(n / 9)}`],
  ['an XML declaration in no encoding', (n) => `<?xml ${' encoding'.repeat(n / 9)}\x81\0`],
  ['line ends', (n) => '\r'.repeat(n)],
  ['blanks', (n) => ' '.repeat(n)],
  ['the start of a message', (n) => `${'\n'.repeat(n / 2)}From:${' '.repeat(n / 2)}`],
  ['blanks before a script', (n) => `${' '.repeat(n)}@echo ${' '.repeat(n)}`],
];

describe('what tells formats', () => {
  it.each(HOSTILE)('takes time in proportion to %s', async (_what, make) => {
    for (const work of [looksLikeMarkdown, readProlog]) await expectLinear(work, make, DETECTION_BYTES);
  });

  it.each(HOSTILE)('takes time in proportion to a file that begins with %s', async (_what, make) => {
    const tell = (head: Buffer): unknown => {
      try {
        return detect(head);
      } catch (error) {
        if (error instanceof FileRefusedError) return error;
        throw error;
      }
    };
    const head = (size: number): Buffer => Buffer.from(make(size), 'latin1').subarray(0, size);
    await expectLinear(tell, head, DETECTION_BYTES / 8);
  });
});
