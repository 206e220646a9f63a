import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/principal/principal.js';
import type { MeantAircraft } from '../../applicability/applicability.service.js';
import { FOR_INFORMATION, type DueGap } from '../../directives/dto/directive-types.js';
import { DirectiveStatusService, type AircraftDirective } from '../../directives/status/directive-status.service.js';
import { noticesFirst } from '../answering/answer-content.js';
import { EXTRACTIVE_MODEL, refusal } from '../answering/answer-replies.js';
import type { Answer, Citation } from '../answering/answer.types.js';
import { pageNotices } from '../answering/checks/discrepancy-notice.js';
import { isSameQuote } from '../answering/checks/quote.js';
import { readingWarnings } from '../answering/checks/safe-answer.js';
import { citeEffectivity, type NumberedPassage } from '../aircraft/applicability-question.js';
import type { OpenQuestion } from './open-question.js';

/** Directives of one answer with their limits; the others are named. */
const MAX_LISTED = 10;
const MAX_NAMED = 200;
const GAPS: Record<DueGap, string> = {
  no_utilisation: 'no hours and cycles are recorded',
  stale_utilisation: 'the latest hours are old',
  stale_cycles: 'the latest cycles are old',
  no_compliance_time: 'no compliance time is recorded',
  no_effective_date: 'no effective date is recorded',
  no_utilisation_at_effective_date: 'the hours and cycles at the effective date are not recorded',
  no_date_of_accomplishment: 'the date of the accomplishment is not recorded',
  no_utilisation_at_accomplishment: 'the hours and cycles at the accomplishment are not recorded',
  beyond_readings: 'more hours or cycles are recorded for the accomplishment than were read',
  component_time: 'hours and cycles of the component are not recorded',
  later_of_different_units: 'the later of two limits in different units counts',
};

/** What is open on an aircraft, or may be: what is overdue, or perhaps so, first. */
export interface OpenList {
  listed: AircraftDirective[];
  others: AircraftDirective[];
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
    const inOrder = [...open].sort((one, other) => Number(isUrgent(other)) - Number(isUrgent(one)));
    return { listed: inOrder.slice(0, MAX_LISTED), others: inOrder.slice(MAX_LISTED) };
  }

  /** @param passages of the documents of the directives. A list without any document to quote is refused, and names the directives. */
  answer({ listed, others }: OpenList, { label, name }: MeantAircraft, passages: readonly NumberedPassage[]): Answer {
    const citations: Citation[] = [];
    const lines = listed.map((one) => {
      const { document_id } = one.directive;
      const found = citeEffectivity(passages.filter((passage) => passage.document_id === document_id));
      const known = found && citations.find((cited) => isSameQuote(cited, found));
      if (found && !known) citations.push({ ...found, index: citations.length + 1 });
      const source = found ? ` [${(known ?? citations.at(-1)!).index}]` : ' No page of its document can be quoted.';
      return `${lineOf(one, label)}${source}`;
    });
    if (listed.length === 0) lines.push(`No directive that is recorded is open or due on ${label} as you asked.`);
    if (others.length > 0) lines.push(othersOf(others));
    lines.push(`${readingsOf(listed[0])}${FOR_INFORMATION}`);
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

function isUrgent({ status, next_due: due }: AircraftDirective): boolean {
  return status === 'unknown' || due?.overdue !== false;
}

function othersOf(others: readonly AircraftDirective[]): string {
  const names = others.slice(0, MAX_NAMED).map(({ directive: { number } }) => number);
  const rest = others.length - names.length;
  return `Also open, or perhaps open: ${names.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}.`;
}

function readingsOf(one: AircraftDirective | undefined): string {
  if (!one || one.data_as_of === null) return '';
  if (one.cycles_as_of === one.data_as_of) return `Hours and cycles as of ${one.data_as_of}. `;
  const cycles = one.cycles_as_of === null ? '' : `, cycles as of ${one.cycles_as_of}`;
  return `Hours as of ${one.data_as_of}${cycles}. `;
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
  const limits = [
    limitOf(due.flight_hours, due.remaining_flight_hours, 'flight hours'),
    limitOf(due.flight_cycles, due.remaining_flight_cycles, 'flight cycles'),
    due.date === null ? [] : `on ${due.date}${remaining(due.remaining_days, 'days')}`,
  ].flat();
  const overdue = { true: 'overdue, ', false: '', null: 'perhaps overdue, ' }[`${due.overdue}`];
  const when = limits.length > 0 ? `${overdue}due ${limits.join(' or ')}` : 'when it is due is not known';
  const gaps = due.gaps.map((gap) => GAPS[gap]);
  return gaps.length > 0 ? `${when} (${gaps.join('; ')})` : when;
}

function limitOf(limit: number | null, left: number | null, unit: string): string | never[] {
  return limit === null ? [] : `at ${limit} ${unit}${remaining(left, unit)}`;
}

function remaining(left: number | null, unit: string): string {
  if (left === null) return '';
  return left < 0 ? ` (${-left} ${unit} ago)` : ` (${left} ${unit} left)`;
}
