import { Badge, Progress, Text } from '@mantine/core';
import type { Schema } from 'aviation-maintenance-knowledge-client';
import { durationOf } from '../reading.js';

export type Import = Schema<'ImportResponse'>;

const STATES: Record<Import['state'], [words: string, color: string]> = {
  queued: ['waiting', '#8a5300'],
  running: ['filing', '#8a5300'],
  reading: ['reading', '#8a5300'],
  completed: ['completed', '#1f6b30'],
  failed: ['failed', '#b02a37'],
  canceled: ['canceled', '#b02a37'],
};

export const isOver = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'completed' || state === 'failed' || state === 'canceled';

/** The state of an import, in words. */
export function ImportBadge({ state }: Pick<Import, 'state'>) {
  const [words, color] = STATES[state];
  return (
    <Badge color={color} radius="sm">
      {words}
    </Badge>
  );
}

/** The outcomes of the files. Zero counts are left out. */
export function outcomeOf({ counts, dry_run: isTrial }: Import): string {
  const { total, pending, created, revised, unchanged, failed, canceled } = counts;
  const parts: [number, string][] = [
    [created, isTrial ? 'would be new' : 'new'],
    [revised, isTrial ? 'would be revised' : 'revised'],
    [unchanged, 'unchanged'],
    [failed, 'not filed'],
    [canceled, 'canceled'],
    [pending, 'waiting'],
  ];
  const known = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `${total === 1 ? '1 file' : `${total} files`}${known.length > 0 ? `: ${known.join(', ')}` : ''}`;
}

/** How far an import is, while it runs. */
export function ImportProgress({ of: { state, counts, reading } }: { of: Import }) {
  if (state === 'running' && counts.total > 0) {
    const done = counts.total - counts.pending;
    return <Bar done={done} total={counts.total} words={`Filing, file ${done} of ${counts.total}`} />;
  }
  if (state !== 'reading') return null;
  const { ready, failed, waiting, seconds_left: left } = reading;
  const total = ready + failed + waiting;
  const rest = left === null ? '' : `, about ${durationOf(left)} left`;
  return <Bar done={ready + failed} total={total} words={`Reading, document ${ready + failed} of ${total}${rest}`} />;
}

function Bar({ done, total, words }: { done: number; total: number; words: string }) {
  return (
    <div role="status">
      <Text size="sm">{words}</Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Progress" size="sm" mt={4} />
    </div>
  );
}
