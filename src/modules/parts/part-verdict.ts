import type { PartCondition, PartConditions } from '@amks/reader/parts/part.types.js';
import type { Aircraft, AircraftVerdicts, DecidedStatement, Decision } from '../applicability/applicability.service.js';
import type { PartSource } from './part-rows.repository.js';

/** Decides on a row for one aircraft. */
export type Decide = (part: Parameters<typeof verdictOfPart>[2] & Parameters<typeof verdictOfPart>[3]) => Decision;

/**
 * Whether a row applies to an aircraft: the revision, every statement in force at the row, and one of the codes of each cell must hold.
 * A code without a meaning leaves the row unknown, unless the register has it among the aircraft's codes. Statements on pages that a temporary
 * revision changes decide nothing.
 */
export function verdictOfPart(
  verdicts: AircraftVerdicts,
  { configuration_codes }: Pick<Aircraft, 'configuration_codes'>,
  source: PartSource,
  row: {
    page_number: number;
    start_offset: number;
    end_offset: number;
    text?: string;
    statements: PartConditions;
    temporary_revisions: readonly string[];
    changed_pages: readonly number[];
  },
): Decision {
  if (isChanged(row)) return { verdict: 'unknown', reason: 'ambiguous', statements: [] };
  const revision = { ...source, effectivity: source.revision_effectivity };
  const at = { page_number: row.page_number, start: Number.MAX_SAFE_INTEGER };
  const conditions = row.statements.map((any) => any.map((one) => placed(one, row)));
  const decide = (some: readonly PartCondition[]): Decision =>
    verdicts.ofPassage(revision, { ...at, in_force: some.map((one) => ({ ...one, value: one.value! })) });
  const isRead = (one: PartCondition): boolean => one.value !== null;
  // Those of the document are decided together, because they replace and narrow each other.
  const base = decide(conditions.flatMap((any) => any.filter(({ source: of }) => of === 'document')));
  const others = conditions
    .filter(([first]) => first?.source !== 'document')
    .map((any) =>
      alternatives(any.map((one) => (isRead(one) ? own(decide([one]), one) : ofCode(one, configuration_codes)))),
    );
  const first = base.reason === 'no_statement' && others.length > 0 ? [] : [base];
  const decisions = [...first, ...others];
  const statements = [base, ...others].flatMap((one) => one.statements);
  const deciding =
    decisions.find(({ verdict }) => verdict === 'not_applicable') ??
    decisions.find(({ verdict }) => verdict === 'unknown') ??
    decisions[0]!;
  return { verdict: deciding.verdict, reason: deciding.reason, statements };
}

/** Shorter codes, such as `A`, mean something else in each parts list. */
const MIN_CODE = 3;

function isChanged({
  temporary_revisions,
  changed_pages,
  statements,
}: {
  temporary_revisions: readonly string[];
  changed_pages: readonly number[];
  statements: PartConditions;
}): boolean {
  // Codes that mean themselves, and words of the row, are on its page.
  const elsewhere = statements
    .flat()
    .filter(
      (one) => one.source === 'document' || (one.source === 'code' && one.value !== null && one.value !== one.text),
    );
  return temporary_revisions.length > 0 || elsewhere.some((one) => changed_pages.includes(one.page_number));
}

/** Equal conditions of other rows have the place of the first. */
function placed(
  one: PartCondition,
  {
    page_number,
    start_offset: start,
    end_offset: end,
    text,
  }: { page_number: number; start_offset: number; end_offset: number; text?: string },
): PartCondition {
  if (one.source === 'row' || (one.source === 'code' && (one.value === null || one.value === one.text)))
    return { ...one, text: one.text === '' ? (text ?? '').slice(0, 200) : one.text, page_number, start, end };
  return one;
}

/** What the whole revision states counts once, in the decision about all conditions. */
function own({ verdict, reason, statements }: Decision, { page_number, start }: PartCondition): Decision {
  const last = statements.filter((one) => one.page_number === page_number && one.start === start);
  const decided = last[0];
  return decided
    ? { verdict: decided.verdict, reason: decided.reason, statements: last }
    : { verdict, reason, statements };
}

function ofCode(one: PartCondition, codes: readonly string[]): Decision {
  const { text, reach, page_number, start, end } = one;
  const holds =
    one.source === 'code' &&
    !one.is_contradicted &&
    text.length >= MIN_CODE &&
    codes.some((code) => code.toUpperCase() === text.toUpperCase());
  const term = { text, property: 'configuration_codes', value: codes.join(', ') || null, holds: holds ? true : null };
  const result = holds
    ? ({ verdict: 'applicable', reason: 'decided' } as const)
    : ({ verdict: 'unknown', reason: 'not_understood' } as const);
  const statement: DecidedStatement = {
    ...{ statement: text, scope: reach, page_number, start, end, ...result },
    terms: one.source === 'code' ? [term] : [],
  };
  return { ...result, statements: [statement] };
}

function alternatives(decisions: readonly Decision[]): Decision {
  const statements = decisions.flatMap((one) => one.statements);
  const deciding =
    decisions.find(({ verdict }) => verdict === 'applicable') ??
    decisions.find(({ verdict }) => verdict === 'unknown') ??
    decisions[0]!;
  return { verdict: deciding.verdict, reason: deciding.reason, statements };
}
