import { taskOf } from '../evidence/passages.js';
import type { EvidencePassage } from '../answer.types.js';
import type { Candidate } from './candidates.js';
import { isGeneric } from '@amks/language/terms/stop-words.js';
import { coverageOf, totalOf, weighTerms } from '../question/term-weights.js';

/** Share of the best coverage that a unit on the subject has. */
const AS_MUCH = 0.8;
/** Below this share the best unit is about something else. */
const TOO_LITTLE = 0.7;
/** Minimum weight of a word of the subject. */
const SUBJECT_WORD = 0.3;

/** The candidates of the tasks with the best coverage of the question. @param unitOf groups candidates; default: by task */
export function aboutSubject<T extends Pick<Candidate, 'passage' | 'terms'>>(
  question: string,
  read: readonly T[],
  unitOf: (passage: EvidencePassage) => string = taskOf,
): T[] {
  const coverage = coverageOf(question);
  const units = new Map<string, Set<string>>();
  for (const { passage, terms } of read)
    units.set(unitOf(passage), new Set([...(units.get(unitOf(passage)) ?? []), ...terms]));
  const shares = new Map([...units].map(([unit, terms]) => [unit, coverage(terms)]));
  const most = Math.max(0, ...shares.values());
  return read.filter(({ passage }) => (shares.get(unitOf(passage)) ?? 0) >= AS_MUCH * most);
}

/** The units of the best task. Others stay only if they cover the subject as well and have all words of the best unit. */
export function ofOneTask(question: string, chosen: readonly Candidate[]): Candidate[] {
  const words = [...weighTerms(question)].filter(([term]) => !/^\d{1,2}$/u.test(term));
  const covered = ({ terms }: Candidate): number => totalOf(words.filter(([term]) => terms.has(term)));
  const most = Math.max(...chosen.map(covered));
  const byScore = [...chosen].sort((a, b) => b.score - a.score);
  const lead =
    byScore[0] && covered(byScore[0]) >= TOO_LITTLE * most ? byScore[0] : byScore.find((one) => covered(one) === most);
  if (!lead) return [];
  const subject = words.filter(([term, weight]) => weight >= SUBJECT_WORD && lead.terms.has(term) && !isGeneric(term));
  const isAbout = (one: Candidate): boolean =>
    covered(one) >= AS_MUCH * most && subject.every(([term]) => one.terms.has(term));
  return chosen.filter((one) => taskOf(one.passage) === taskOf(lead.passage) || (isAbout(lead) && isAbout(one)));
}

/** Removes units that another one exceeds in words of the question: rows of one table, and torques of different sections. */
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

/** Words of the question in the row itself. */
function ownShared({ shared, ownTerms }: Candidate): Set<string> {
  return new Set([...shared].filter((term) => ownTerms.has(term)));
}

/** Adds further torques of the quoted passage, because a fastener can be torqued twice. Rows of a table are different fasteners. */
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
