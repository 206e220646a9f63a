import { Injectable } from '@nestjs/common';
import { partCode } from '@amks/language/identifiers/part-numbers.js';
import type { Principal } from '../../../common/principal/principal.js';
import type { MeantAircraft } from '../../applicability/applicability.service.js';
import type { Verdict } from '../../applicability/dto/verdicts.js';
import { PartService, type ListedPart } from '../../parts/part.service.js';
import { noticesFirst } from '../answering/answer-content.js';
import { EXTRACTIVE_MODEL } from '../answering/answer-replies.js';
import type { Answer, Citation, EvidencePassage } from '../answering/answer.types.js';
import { pageNotices } from '../answering/checks/discrepancy-notice.js';
import { citePassage, isSameQuote } from '../answering/checks/quote.js';
import { readingWarnings } from '../answering/checks/safe-answer.js';
import { withoutInjectedText } from '../answering/evidence/injected-text.js';
import { isExactly, isNamedSo } from './part-name.js';
import type { PartQuestion } from './part-question.js';

/** Rows of one answer. */
const MAX_ROWS = 10;
/** Rows among which a name is looked for. */
const MAX_NAMED = 100;

/** A row to quote. Offsets are into the text of its page. */
interface QuotedRow {
  revision_id: string;
  page_number: number;
  start: number;
  /** With the lines below it, verbatim. */
  text: string;
  /** What the row says of two numbers; null for a row that is only listed. */
  replaced: { one: string; other: string } | null;
  applicability: Verdict | null;
  aircraft: string | null;
}

/** What an answer quotes, and the numbers that replace each other in a circle. */
export interface QuotedRows {
  rows: QuotedRow[];
  /** Part numbers to look for the passages with the rows. */
  numbers: string[];
  circle: string[];
}

/** Answers questions about a part number with the rows of parts lists, verbatim. */
@Injectable()
export class PartAnswers {
  constructor(private readonly parts: PartService) {}

  /** Null if the parts lists do not tell, or some are not read. What replaces a part on one aircraft is left to the documents: a row can be for others. */
  async rowsFor(
    principal: Principal,
    question: PartQuestion,
    aircraft: MeantAircraft | null,
  ): Promise<QuotedRows | 'not_applicable' | null> {
    if (await this.parts.hasUnread(principal)) return null;
    if (question.asks === 'number') return this.numberOf(principal, question.name, aircraft);
    const { asks, number } = question;
    if (asks === 'use') return this.usesOf(principal, number, aircraft);
    if (aircraft) return null;
    const { statements, supersession } = await this.parts.findStatements(principal, number);
    // Without a statement that is changed or cut off, the others could name a part that is out of use.
    if (supersession.status === 'undetermined') return null;
    const told = statements.filter(
      ({ kind, other }) => kind === 'supersession' && (other !== number || supersession.circle.includes(number)),
    );
    if (told.some((one) => one.temporary_revisions.length > 0)) return null;
    // A row does not show the head of a column of old part numbers.
    if (told.some(({ condition, one, other, text }) => condition !== null && [one, other].includes(partCode(text))))
      return null;
    const once = new Map(
      told.map((one) => [JSON.stringify([one.one, one.other, one.condition, one.is_limited]), one] as const).reverse(),
    );
    const rows = [...once.values()].map(
      ({ row_text: text, one, other, condition, is_limited, is_denied, ...place }) => ({
        // Only the row tells what a condition, or the row itself, limits.
        replaced: condition === null && !is_limited && !is_denied ? { one, other } : null,
        ...{ revision_id: place.revision_id, page_number: place.page_number, start: place.start_offset },
        ...{ text, applicability: null, aircraft: null },
      }),
    );
    if (rows.length === 0 || rows.length > MAX_ROWS) return null;
    return { rows: rows.reverse(), numbers: [number], circle: supersession.circle };
  }

  /** Null unless each row is in one of the passages, all of whose text addresses people. */
  answer({ rows, circle }: Omit<QuotedRows, 'numbers'>, passages: readonly EvidencePassage[]): Answer | null {
    const read = withoutInjectedText(passages);
    const whole = passages.filter((passage, index) => read[index]!.text === passage.text);
    const citations: Citation[] = [];
    const lines: string[] = [];
    for (const row of rows) {
      const cited = citeRow(row, whole);
      if (!cited) return null;
      const known = citations.find((one) => isSameQuote(one, cited));
      if (!known) citations.push({ ...cited, index: citations.length + 1 });
      lines.push(`${lineOf(row, cited.quote)} [${(known ?? citations.at(-1)!).index}]`);
    }
    if (circle.length > 0) lines.unshift(`${CONTRADICTION} ${citations.map(({ index }) => `[${index}]`).join('')}`);
    const warnings = [...pageNotices(citations), ...readingWarnings(citations)];
    return {
      answer_status: 'grounded',
      content: noticesFirst(warnings, lines.join('\n')),
      ...{ citations, warnings, suggestions: [], refusal_reason: null, clarification: null, confidence: null },
      model: EXTRACTIVE_MODEL,
    };
  }

  private async usesOf(
    principal: Principal,
    number: string,
    aircraft: MeantAircraft | null,
  ): Promise<QuotedRows | null> {
    const id = aircraft?.name.id;
    if (id === null) return null;
    const { items, pagination } = await this.parts.list(principal, {
      number,
      limit: MAX_ROWS,
      ...(id && { used_on: id }),
    });
    // Not a part of the places.
    if (items.length === 0 || pagination.has_more) return null;
    if (items.some(({ part }) => part.number_code !== number || part.temporary_revisions.length > 0)) return null;
    return { rows: items.map((one) => quotedRow(one, aircraft)), numbers: [number], circle: [] };
  }

  /** Null unless all rows of the name are alternatives of one item, or one part; without an aircraft, unless they are one part that nothing replaces. */
  private async numberOf(
    principal: Principal,
    name: string,
    aircraft: MeantAircraft | null,
  ): Promise<QuotedRows | 'not_applicable' | null> {
    const id = aircraft?.name.id;
    if (id === null) return null;
    const all = await this.parts.list(principal, { keyword: name, limit: MAX_NAMED });
    if (all.pagination.has_more) return null;
    const named = all.items.filter(({ part }) => part.nomenclature !== null && isNamedSo(part.nomenclature, name));
    // The cotter pin of the apex nut is no apex pin.
    const exact = named.filter(({ part }) => isExactly(part.nomenclature!, name));
    const places = new Set((exact.length > 0 ? exact : named).map(placeOf));
    const found = id ? await this.parts.list(principal, { keyword: name, limit: MAX_NAMED, used_on: id }) : all;
    const ids = new Set(named.filter((one) => places.has(placeOf(one))).map(({ part }) => part.id));
    const items = found.items.filter(({ part }) => ids.has(part.id));
    if (ids.size > 0 && items.length === 0) return 'not_applicable';
    const codes = new Set(items.map(({ part }) => part.number_code));
    const isOpen = codes.size > 1 && (!aircraft || places.size > 1);
    if (items.length === 0 || items.length > MAX_ROWS || isOpen) return null;
    for (const code of codes) {
      if (code === null) return null;
      const { supersession, statements } = await this.parts.findStatements(principal, code, id);
      const isOfAircraft = items.every(({ verdict }) => verdict?.verdict === 'applicable');
      // A row that is perhaps for the aircraft can replace it.
      const isBulletin = statements.every(
        ({ kind, one, condition, is_limited }) =>
          kind !== 'supersession' || (!is_limited && (condition !== null || one !== code)),
      );
      const isConditional = supersession.status === 'conditional' && isOfAircraft && isBulletin;
      if (supersession.status !== 'none_stated' && !isConditional) return null;
    }
    if (items.some(({ part }) => part.temporary_revisions.length > 0)) return null;
    const numbers = [...codes].filter((code) => code !== null);
    return { rows: items.map((one) => quotedRow(one, aircraft)), numbers, circle: [] };
  }
}

/** Alternatives of one item share it. */
function placeOf({ part: { revision_id, ata_chapter, figure, item } }: ListedPart): string {
  return JSON.stringify([revision_id, ata_chapter, figure, item]);
}

function quotedRow({ part, verdict }: ListedPart, aircraft: MeantAircraft | null): QuotedRow {
  return {
    ...{ revision_id: part.revision_id, page_number: part.page_number, start: part.start_offset, text: part.text },
    ...{ replaced: null, applicability: verdict?.verdict ?? null, aircraft: aircraft?.label ?? null },
  };
}

const CONTRADICTION = 'The documents contradict each other: these part numbers replace each other.';

function citeRow(row: QuotedRow, passages: readonly EvidencePassage[]): Citation | null {
  for (const passage of passages) {
    if (passage.revision_id !== row.revision_id || passage.page_number !== row.page_number) continue;
    const at = row.start - passage.start;
    // The statement can be in a line below the row.
    const start = at < 0 ? -1 : passage.text.lastIndexOf(row.text, at);
    const end = start + row.text.length;
    if (start >= 0 && at < end) return { ...citePassage(passage, { start, end }, 0), applicability: row.applicability };
  }
  return null;
}

/** Numbers that the row does not have in full, such as `-3`, are only quoted. */
function lineOf({ replaced, applicability, aircraft }: QuotedRow, quote: string): string {
  const row = quote.replace(/\s+/gu, ' ');
  const words = row.split(/[\s|(),]+/u).map(partCode);
  const isNamed = replaced !== null && words.includes(replaced.one) && words.includes(replaced.other);
  const said = isNamed ? `${replaced.one} is replaced by ${replaced.other}: ${row}` : row;
  return applicability === 'unknown' ? `${said} (It is not known whether this applies to ${aircraft}.)` : said;
}
