import { extractIdentifiers } from '../../../integrations/search-index/identifiers.js';
import type { EvidencePassage } from './answer.types.js';
import type { Candidate } from './candidates.js';
import { isGeneric } from './terms.js';
import { coverageOf, totalOf, weighWords } from './word-weights.js';

/** Share of the weight of the subject's words, of what the unit with most of them has, from which a unit is about the subject. */
const AS_MUCH = 0.8;
/** Below this share the unit that answers best is about something else. */
const TOO_LITTLE = 0.7;
/** Weight from which a word of a question is of its subject, and not of how it is asked. */
const SUBJECT_WORD = 0.3;

/**
 * The task, data module or bulletin of a passage: the headings above it down to the last that has a number of its own (of a task, fault,
 * card, ATA section), or else its section, without the last heading where it is three deep.
 */
export function taskOf({ revision_id, section }: Pick<EvidencePassage, 'revision_id' | 'section'>): string {
  const path = section.split(/\s[>›]\s/u);
  const named = path.findLastIndex((heading) => extractIdentifiers(heading).length > 0);
  const depth = named >= 0 ? named + 1 : path.length > 2 ? path.length - 1 : path.length;
  return [revision_id, ...path.slice(0, depth)].join('\n');
}

/**
 * Those of the tasks that have as much of the subject of a question as any other, all that is read of a task taken together.
 *
 * @param unitOf what is taken together: the task, unless it says otherwise
 */
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

/**
 * The units of the task that answers best. Units of another task stay only where they are about what was asked by themselves, with the titles
 * above them: they have as much of the question's subject as any unit here, and every word of it that the best one has. A line on
 * the engine's oil pressure brings no step along that is of the fuel pump's.
 */
export function ofOneTask(question: string, chosen: readonly Candidate[]): Candidate[] {
  const words = [...weighWords(question)].filter(([term]) => !/^\d{1,2}$/u.test(term));
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
