import type { Candidate } from './candidates.js';

/**
 * Without the units that another one here excels in every word of the question and more: rows of the same table, and, where a
 * torque is asked for, units of another section. The torque of the nut before a modification does not stand beside the torque
 * after it as if they were one answer, nor that of the terminals beside that of the clamp.
 */
export function ofOneSubject(chosen: readonly Candidate[]): Candidate[] {
  const isExcelled = (candidate: Candidate): boolean =>
    chosen.some((other) => {
      if (other.passage === candidate.passage)
        return isRow(other) && isRow(candidate) && isMore(ownShared(other), ownShared(candidate));
      const isElsewhere = other.passage.section !== candidate.passage.section;
      return other.torque && candidate.torque && isElsewhere && isMore(other.shared, candidate.shared);
    });
  return chosen.filter((candidate) => !isExcelled(candidate));
}

function isRow({ unit }: Candidate): boolean {
  return unit.kind === 'row';
}

/** What a row itself has of the question: what stands above it, it shares with its neighbours. */
function ownShared({ shared, ownTerms }: Candidate): Set<string> {
  return new Set([...shared].filter((term) => ownTerms.has(term)));
}

/**
 * A fastener is often torqued twice, to seat it and for good: one step without the other would be taken for the whole. The rows
 * of a table are of different fasteners.
 */
export function furtherTorques(candidates: readonly Candidate[], chosen: readonly Candidate[]): Candidate[] {
  const passages = new Set(chosen.filter(({ torque }) => torque).map(({ passage }) => passage));
  return candidates.filter(
    (candidate) =>
      candidate.torque && !isRow(candidate) && passages.has(candidate.passage) && !chosen.includes(candidate),
  );
}

function isMore(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size > other.size && [...other].every((term) => one.has(term));
}
