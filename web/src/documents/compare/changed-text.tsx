import { Text, Title, VisuallyHidden } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { Marked } from '../../parts/marked.js';
import type { ChangedPage } from './use-comparison.js';
import { differingWords } from './word-diff.js';

type Line = Schema<'ChangedLineResponse'>;
type Range = readonly [number, number];

const SIGNS = { removed: '−', added: '+', context: '' } as const;
const WORDS = { removed: 'Removed: ', added: 'Added: ', context: '' } as const;

/** The changed lines of a page, with the words that differ marked. */
export function ChangedText({ page }: { page: ChangedPage }) {
  const { lines, truncated } = page;
  const marks = marksOf(lines);
  return (
    <section aria-labelledby="changed-text">
      <Title order={2} size="h4" id="changed-text" mb="xs">
        Changed text
      </Title>
      {lines.length === 0 && <Text size="sm">{withoutLines(page)}</Text>}
      {lines.length > 0 && (
        <ul className="changed-lines">
          {lines.map((line, index) => (
            <li key={`${line.op} ${line.start}`} className={`changed-line ${line.op}`}>
              <span aria-hidden="true">{SIGNS[line.op]}</span>
              <Text size="sm" className="wrap">
                <VisuallyHidden>{WORDS[line.op]}</VisuallyHidden>
                <Marked text={line.text} ranges={marks[index] ?? []} />
              </Text>
            </li>
          ))}
        </ul>
      )}
      {truncated && lines.length > 0 && (
        <Text size="sm" mt="xs">
          Long lines and further lines of this page are not shown. Compare the images.
        </Text>
      )}
    </section>
  );
}

function withoutLines({ change, truncated }: ChangedPage): string {
  if (change === 'moved') return 'The page has moved. Its text is unchanged.';
  return truncated ? 'The page has too much text to compare. Compare the images.' : 'The page has no text.';
}

/** Of each line that replaces another one, by place. */
function marksOf(lines: readonly Line[]): Range[][] {
  const marks: Range[][] = lines.map(() => []);
  for (const [removed, added] of pairsOf(lines)) {
    const found = differingWords(lines[removed]!.text, lines[added]!.text);
    marks[removed] = found.before;
    marks[added] = found.after;
  }
  return marks;
}

/** The first removed line of a run with its first added one, and so on. */
function pairsOf(lines: readonly Line[]): [removed: number, added: number][] {
  const pairs: [number, number][] = [];
  let waiting: Record<'removed' | 'added', number[]> = { removed: [], added: [] };
  lines.forEach(({ op }, index) => {
    if (op === 'context') {
      waiting = { removed: [], added: [] };
      return;
    }
    const other = waiting[op === 'removed' ? 'added' : 'removed'].shift();
    if (other === undefined) waiting[op].push(index);
    else pairs.push(op === 'added' ? [other, index] : [index, other]);
  });
  return pairs;
}
