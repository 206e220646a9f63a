import { streamAnswer } from './answer-content.js';
import type { Answer, AnswerWarning, Citation } from './answer.types.js';
import { isRow, markerOf, stepNumber } from './evidence/source-units.js';

export const PART_KINDS = ['notice', 'value', 'steps', 'table', 'text', 'applicability'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** A piece of an answer that is shown as one. */
export interface AnswerPart {
  kind: PartKind;
  text: string;
  /** Indexes of citations. */
  citations: number[];
}

const MARKERS = /\s*((?:\[\d+\])+)\s*$/u;
const CAPTION = /^(?:figure|table|fig\.)/iu;

/**
 * The content of a quoted answer by kind: notices, the requested value, steps, rows and sentences in their order, and what they apply to.
 * Consecutive lines of one section are one part.
 */
export function answerParts(answer: Pick<Answer, 'content' | 'citations' | 'warnings'>): AnswerPart[] {
  const { citations } = answer;
  if (citations.length === 0) return [];
  const notices: AnswerPart[] = [];
  const body: AnswerPart[] = [];
  let isNotice = false;
  streamAnswer(answer, {
    citation: () => undefined,
    warning: ({ text, citation }: AnswerWarning) => {
      isNotice = true;
      notices.push({ kind: 'notice', text, citations: [citation] });
    },
    delta: (line) => {
      // The text of a notice follows it.
      if (!isNotice) addLine(body, line, citations);
      isNotice = false;
    },
  });
  const value = citations.find((citation) => citation.value !== null);
  const values: AnswerPart[] = value ? [{ kind: 'value', text: value.value!, citations: [value.index] }] : [];
  return [...notices, ...values, ...body, ...applicabilityOf(body, citations)];
}

function addLine(parts: AnswerPart[], line: string, citations: readonly Citation[]): void {
  const [markers = ''] = MARKERS.exec(line) ?? [];
  const text = line.slice(0, line.length - markers.length).trim();
  if (text === '') return;
  const cited = [...markers.matchAll(/\d+/gu)].map(([index]) => Number(index));
  const part: AnswerPart = { kind: kindOf(text), text, citations: cited };
  const last = parts.at(-1);
  const kind = last && sectionOf(last, citations) === sectionOf(part, citations) ? joined(last, part) : null;
  if (!last || kind === null) {
    parts.push(part);
    return;
  }
  last.kind = kind;
  last.text += `\n${text}`;
  last.citations = [...new Set([...last.citations, ...cited])];
}

/** The kind of its last line: the context of a step or row precedes it. */
function kindOf(text: string): PartKind {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  if (line.includes(' | ')) return 'table';
  if (markerOf(line) !== null) return 'steps';
  return isRow(line) ? 'table' : 'text';
}

/** The kind of two parts of a section together: sentences between steps belong to them, as a caption does to its table. Null if they stay apart. */
function joined(before: AnswerPart, next: AnswerPart): PartKind | null {
  if (before.kind === 'steps' && leavesOut(before, next)) return null;
  if (before.kind === next.kind) return next.kind;
  const kinds = [before.kind, next.kind];
  if (kinds.includes('steps') && kinds.includes('text')) return 'steps';
  return before.kind === 'text' && next.kind === 'table' && CAPTION.test(before.text) ? 'table' : null;
}

/** Whether the number of a step shows that one is left out, as a language model can. */
function leavesOut(before: AnswerPart, { text }: AnswerPart): boolean {
  const numbers = before.text.split('\n').flatMap((line) => stepNumber(line) ?? []);
  const number = stepNumber(text);
  return number !== null && numbers.length > 0 && number > numbers.at(-1)! + 1;
}

function sectionOf({ citations: [index] }: AnswerPart, citations: readonly Citation[]): string {
  const cited = citations.find((citation) => citation.index === index);
  return cited ? `${cited.revision_id}\n${cited.section}` : '';
}

/** The narrowest statement of each quoted passage. */
function applicabilityOf(body: readonly AnswerPart[], citations: readonly Citation[]): AnswerPart[] {
  const quoted = new Set(body.flatMap((part) => part.citations));
  const statements = new Map<string, number[]>();
  for (const { index, applies_to, effectivity } of citations.filter((citation) => quoted.has(citation.index))) {
    const statement = applies_to.at(-1) ?? effectivity;
    if (statement) statements.set(statement, [...(statements.get(statement) ?? []), index]);
  }
  return [...statements].map(([text, indexes]) => ({ kind: 'applicability', text, citations: indexes }));
}
