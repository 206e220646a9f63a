import { Injectable } from '@nestjs/common';
import { airframesIn, withoutAirframes } from '@amks/language/aircraft/airframe-mentions.js';
import type { Principal } from '../../../common/principal/principal.js';
import {
  ApplicabilityService,
  type MeantAircraft,
  type NamedAircraft,
} from '../../applicability/applicability.service.js';
import type { ChatTurn } from '../answering/answer.types.js';
import { asksForApplicability } from './applicability-question.js';

export interface AskedInConversation {
  text: string;
  history: ChatTurn[];
  /** Of the conversation. */
  aircraft_id: string | null;
}

/** A question without the names of aircraft, which documents do not have, and the aircraft that it is about. */
export interface QuestionOfAircraft {
  text: string;
  history: ChatTurn[];
  /** Empty if none is meant; several if the question names several, or a name means several. */
  aircraft: MeantAircraft[];
}

/** Finds the aircraft that a question is about. */
@Injectable()
export class AircraftOfQuestion {
  constructor(private readonly applicability: ApplicabilityService) {}

  /**
   * The aircraft named in the question, else that of the conversation, else the one named last in it.
   * @throws AppError INVALID_REQUEST if that of the conversation is no longer in the register
   */
  async find(principal: Principal, { text, history, aircraft_id }: AskedInConversation): Promise<QuestionOfAircraft> {
    const texts = [...history.map(({ role, content }) => (role === 'user' ? content : '')), text];
    const mentions = texts.map(airframesIn);
    const named = await this.applicability.meantIn(principal, mentions.flat());
    const turns = mentions.map((own, index) => {
      const meant = named.filter((one) => own.includes(one.mention) && isAircraft(one, texts[index]!));
      return {
        text: withoutAirframes(
          texts[index]!,
          meant.map(({ mention }) => mention),
        ),
        aircraft: distinct(meant),
      };
    });
    const asked = turns.at(-1)!;
    const told = history.map((turn, index) => (turn.role === 'user' ? { ...turn, content: turns[index]!.text } : turn));
    const rest = { text: asked.text, history: told };
    if (asked.aircraft.length > 0) return { ...rest, aircraft: asked.aircraft };
    if (aircraft_id !== null) return { ...rest, aircraft: [await this.applicability.meantBy(principal, aircraft_id)] };
    return { ...rest, aircraft: turns.findLast(({ aircraft }) => aircraft.length > 0)?.aircraft ?? [] };
  }
}

/** A serial number in doubt is that of an aircraft if the register has it, or if the question is about applicability. */
function isAircraft({ mention, aircraft }: NamedAircraft, text: string): boolean {
  return mention.isCertain || aircraft.some(({ name }) => name.id !== null) || asksForApplicability(text);
}

function distinct(named: readonly NamedAircraft[]): MeantAircraft[] {
  const aircraft = named.flatMap((one) => one.aircraft);
  return [...new Map(aircraft.map((one) => [one.name.id ?? one.label, one])).values()];
}
