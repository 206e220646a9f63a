import { stepMarker } from './markers.js';

/** Items of a notice in ordinary case that only name things (`Gloves`); a longer list is one of steps. */
const MAX_NAMES = 6;

/** A value to work to, with its unit or without. */
const TORQUE =
  /\btorque|\btight|\d\s?(?:c|da|k)?N\s?[·.⋅∙•*x×-]?\s?c?m\b|\b(?:in|ft)[.\s·-]*lbf?\b|\blbf?[.\s·-]*(?:in|ft)\b|\bkgf?[.\s·-]*c?m\b/iu;

/** What people are to do or not to do to stay unhurt: the text of notices rather than of steps. */
const SAFETY =
  /^(?:do not|don[’']t|never|no|always|avoid|beware|be (?:careful|sure|aware)|wear|put on|stay|stand|keep|obey|observe|use (?:\S+ ){0,3}(?:gloves|goggles|glasses|masks?|respirators?|shields?|clothing|protection))(?![\p{L}-])/iu;

/** Sentences that tell something: `Fuel vapour is explosive.` */
const STATEMENT =
  /^(?!(?:if|when|while|where|after|before|until)\b)[^,;:]*\b(?:is|are|can|could|may|might|must not|will)\b/iu;

/** Verbs of work on aircraft, as they begin steps. */
const WORK =
  /^(?:add|adjust|align|apply|assemble|attach|bleed|calibrate|change|charge|check|clean|close|connect|cut|deflate|discard|disconnect|do|drain|examine|extend|fill|fit|flush|go|hold|hoist|inflate|insert|inspect|install|lift|lock|loosen|lower|lubricate|make|measure|move|open|operate|perform|place|press|pressuri[sz]e|pull|push|put|record|refer|release|remove|replace|retract|rotate|safety|set|start|stop|test|tie|turn|unlock|weigh|wipe|write)(?![\p{L}-])/iu;

/** In capitals a whole list is in them: here only what is done to a part and to nobody's safety tells a step. */
const WORK_ON_PARTS =
  /^(?:ADJUST|APPLY|ASSEMBLE|ATTACH|BLEED|CLEAN|DRAIN|EXAMINE|FILL|INSTALL|LOOSEN|LUBRICATE|MEASURE|REMOVE|REPLACE)(?![\p{L}-])/u;

/**
 * Whether a numbered or bulleted item behind a notice is a part of its text; else it is a step, which the notice governs.
 * In doubt it is a step: both are then shown, while a step inside of a notice is lost as a step.
 *
 * @param text of the item, with or without its marker
 * @param before items that the notice has already
 */
export function isNoticeItem(text: string, before: number): boolean {
  const said = text.slice(stepMarker(text)?.length ?? 0).trim();
  if (TORQUE.test(said)) return false;
  if (SAFETY.test(said)) return true;
  if (!/\p{Ll}/u.test(said)) return !WORK_ON_PARTS.test(said);
  if (WORK.test(said)) return false;
  const isName = said.length <= 40 && !/[.;:!?]\s*$/.test(said) && before < MAX_NAMES;
  return isName || STATEMENT.test(said);
}
