import { Injectable } from '@nestjs/common';
import { airframesIn, withoutAirframes } from '@amks/language/aircraft/airframe-mentions.js';
import type { Principal } from '../../../common/principal/principal.js';
import {
  ApplicabilityService,
  type MeantAircraft,
  type NamedAircraft,
} from '../../applicability/applicability.service.js';
import type { ChatTurn } from '../answering/answer.types.js';
import { retrievalQuery } from '../answering/question/retrieval-query.js';
import { asksForApplicability } from './applicability-question.js';

export interface AskedInConversation {
  text: string;
  history: ChatTurn[];
  /** Of the conversation. */
  aircraft_id: string | null;
  /** Index in the history from which names of aircraft count: that of the conversation was chosen later. */
  namesFrom: number;
}

/** A question without the names of aircraft, which documents do not have, and the aircraft that it is about. */
export interface QuestionOfAircraft {
  text: string;
  history: ChatTurn[];
  /** Empty if none is meant; several if the question names several, or a name means several. */
  aircraft: MeantAircraft[];
  /** What to ask back, because a name is not that of an aircraft; null if all is clear. */
  doubt: string | null;
}

/** Finds the aircraft that a question is about. */
@Injectable()
export class AircraftOfQuestion {
  constructor(private readonly applicability: ApplicabilityService) {}

  /**
   * The aircraft named in the question. Without one that of the conversation; for a follow-up the one named last before, unless that of the conversation was chosen since. No other aircraft takes
   * the place of one that the question names and the register does not have.
   * @throws AppError INVALID_REQUEST if that of the conversation is no longer in the register
   */
  async find(principal: Principal, asking: AskedInConversation): Promise<QuestionOfAircraft> {
    const { text, history, aircraft_id, namesFrom } = asking;
    const texts = [...history.map(({ role, content }) => (role === 'user' ? content : '')), text];
    const airframes = texts.map(airframesIn);
    const { mentions, hasRange } = airframes.at(-1)!;
    if (mentions.length > MAX_NAMES) return { text, history, aircraft: [], doubt: TOO_MANY };
    const named = await this.applicability.meantIn(
      principal,
      airframes.flatMap((one) => one.mentions).slice(-2 * MAX_NAMES),
    );
    const turns = airframes.map((one, index) => {
      const meant = named.filter(
        (candidate) => one.mentions.includes(candidate.mention) && isAircraft(candidate, texts[index]!),
      );
      const found = meant.map(({ mention }) => mention);
      return { text: withoutAirframes(texts[index]!, found), aircraft: distinct(meant), found };
    });
    const asked = turns.at(-1)!;
    const told = history.map((turn, index) => (turn.role === 'user' ? { ...turn, content: turns[index]!.text } : turn));
    const question = { text: asked.text, history: told, doubt: null };
    const unknown = mentions.find((one) => one.isCertain && !asked.found.includes(one));
    if (unknown) return { ...question, aircraft: [], doubt: notFound(unknown.value) };
    const opposed = asked.found.find(({ isOpposed }) => isOpposed);
    if (opposed) return { ...question, aircraft: [], doubt: unclear(opposed.value) };
    if (asked.aircraft.length > 0) return { ...question, aircraft: asked.aircraft };
    if (hasRange) return { ...question, aircraft: [] };
    const before = turns.slice(namesFrom).findLast(({ aircraft }) => aircraft.length > 0)?.aircraft ?? [];
    const isFollowUp = retrievalQuery(asked.text, told) !== asked.text;
    if (aircraft_id === null || (isFollowUp && before.length > 0)) return { ...question, aircraft: before };
    return { ...question, aircraft: [await this.applicability.meantBy(principal, aircraft_id)] };
  }
}

/** Names in a question that are looked up, and as many before it: each can be an aircraft with a thousand modifications. */
const MAX_NAMES = 20;
const TOO_MANY = 'The question names too many aircraft. Ask about one of them at a time.';
const notFound = (name: string): string =>
  `${name} is not in the register, or is retired. Name the aircraft by its registration or its serial number.`;
const unclear = (name: string): string =>
  `It is not clear what is asked about ${name}. Ask about the aircraft that the answer is for.`;

/** A serial number in doubt is that of an aircraft if the register has it, or if the question is about applicability. */
function isAircraft({ mention, aircraft }: NamedAircraft, text: string): boolean {
  return mention.isCertain || aircraft.some(({ name }) => name.id !== null) || asksForApplicability(text);
}

function distinct(named: readonly NamedAircraft[]): MeantAircraft[] {
  const aircraft = named.flatMap((one) => one.aircraft);
  return [...new Map(aircraft.map((one) => [one.name.id ?? one.label, one])).values()];
}
