import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import type { MeantAircraft } from '../../applicability/applicability.service.js';
import { FOR_INFORMATION } from '../../directives/dto/directive-types.js';
import { DirectiveStatusService, type AircraftDirective } from '../../directives/status/directive-status.service.js';
import { noticesFirst } from '../answering/answer-content.js';
import { EXTRACTIVE_MODEL, refusal } from '../answering/answer-replies.js';
import type { Answer, Citation } from '../answering/answer.types.js';
import { pageNotices } from '../answering/checks/discrepancy-notice.js';
import { isSameQuote } from '../answering/checks/quote.js';
import { readingWarnings } from '../answering/checks/safe-answer.js';
import { citeEffectivity, type NumberedPassage } from '../aircraft/applicability-question.js';
import type { OpenQuestion } from './open-question.js';

/** Directives of one answer. */
const MAX_LISTED = 10;

/** What is open on an aircraft: the most urgent first. */
export interface OpenList {
  listed: AircraftDirective[];
  /** Those that are not listed. */
  more: number;
  /** Date of the latest reading of hours. */
  as_of: string | null;
}

/** Answers what is open on an aircraft with the directives of the organization, and the effectivity of their documents. */
@Injectable()
export class OpenDirectives {
  constructor(private readonly statuses: DirectiveStatusService) {}

  /** Null for an aircraft that is not in the register. */
  async find(
    principal: Principal,
    { within, kind }: OpenQuestion,
    { name: { id } }: MeantAircraft,
  ): Promise<OpenList | null> {
    if (id === null) return null;
    const all = await this.statuses.openOn(principal, id, within);
    const open = all.filter(({ directive }) => kind === null || directive.kind === kind);
    const as_of = open[0]?.data_as_of ?? null;
    return { listed: open.slice(0, MAX_LISTED), more: Math.max(0, open.length - MAX_LISTED), as_of };
  }

  /** @param passages of the documents of the directives. A list without any document to quote is refused, and names the directives. */
  answer(
    { listed, more, as_of }: OpenList,
    { label, name }: MeantAircraft,
    passages: readonly NumberedPassage[],
  ): Answer {
    const citations: Citation[] = [];
    const lines = listed.map((one) => {
      const { document_id } = one.directive;
      const found = citeEffectivity(passages.filter((passage) => passage.document_id === document_id));
      const known = found && citations.find((cited) => isSameQuote(cited, found));
      if (found && !known) citations.push({ ...found, index: citations.length + 1 });
      const source = found ? ` [${(known ?? citations.at(-1)!).index}]` : ' No document of it is available to you.';
      return `${lineOf(one, label)}${source}`;
    });
    if (listed.length === 0) lines.push(`No directive that is recorded is open or due on ${label} as you asked.`);
    if (more > 0) lines.push(`${more} more are open or due.`);
    lines.push(`${as_of === null ? '' : `Hours and cycles as of ${as_of}. `}${FOR_INFORMATION}`);
    const text = lines.join('\n');
    if (citations.length === 0) {
      const reason = listed.length === 0 ? 'nothing_found' : 'source_unavailable';
      return { ...refusal(reason, []), refusal_reason: reason, content: text, aircraft: name };
    }
    const warnings = [...pageNotices(citations), ...readingWarnings(citations)];
    return {
      answer_status: 'grounded',
      content: noticesFirst(warnings, text),
      ...{ citations, warnings, suggestions: [], refusal_reason: null, clarification: null, confidence: null },
      model: EXTRACTIVE_MODEL,
      aircraft: name,
    };
  }
}

function lineOf({ directive, status, next_due: due }: AircraftDirective, label: string): string {
  const { number } = directive;
  const said = {
    deferred: `${number} is deferred on ${label}`,
    unknown: `It is not known whether ${number} is open on ${label}`,
    open: `${number} is open on ${label}`,
    // Not in the list of what is open.
    embodied: `${number} is embodied on ${label}`,
    not_applicable: `${number} does not apply to ${label}`,
  }[status];
  return `${said}${due ? `: ${dueOf(due)}` : ''}.`;
}

function dueOf(due: NonNullable<AircraftDirective['next_due']>): string {
  const remaining = (amount: number | null, unit: string): string =>
    amount === null ? '' : ` (${amount} ${unit} left)`;
  const limits = [
    due.flight_hours === null
      ? []
      : `at ${due.flight_hours} flight hours${remaining(due.remaining_flight_hours, 'hours')}`,
    due.flight_cycles === null
      ? []
      : `at ${due.flight_cycles} flight cycles${remaining(due.remaining_flight_cycles, 'cycles')}`,
    due.date === null ? [] : `on ${due.date}${remaining(due.remaining_days, 'days')}`,
  ].flat();
  const overdue = { true: 'overdue, ', false: '', null: 'perhaps overdue, ' }[`${due.overdue}`];
  const when = limits.length > 0 ? `${overdue}due ${limits.join(' or ')}` : 'no limit is known';
  const gaps = due.gaps.map((gap) => gap.replaceAll('_', ' '));
  return gaps.length > 0 ? `${when}; not certain: ${gaps.join(', ')}` : when;
}
