import { stepMarker } from './markers.js';

/** Maximum items in ordinary case that only name things (`Gloves`); a longer list is a list of steps. */
const MAX_NAMES = 6;

/** A value to apply, with or without a unit. */
const TORQUE =
  /\btorque|\btight|\d\s?(?:c|da|k)?N\s?[·.⋅∙•*x×-]?\s?c?m\b|\b(?:in|ft)[.\s·-]*lbf?\b|\blbf?[.\s·-]*(?:in|ft)\b|\bkgf?[.\s·-]*c?m\b/iu;

/** Instructions that prevent injury: text of notices rather than of steps. */
const SAFETY =
  /^(?:do not|don[’']t|never|no|always|avoid|beware|be (?:careful|sure|aware)|wear|put on|stay|stand|keep|obey|observe|use (?:\S+ ){0,3}(?:gloves|goggles|glasses|masks?|respirators?|shields?|clothing|protection))(?![\p{L}-])/iu;

/** A statement: `Fuel vapour is explosive.` */
const STATEMENT =
  /^(?!(?:if|when|while|where|after|before|until)\b)[^,;:]*\b(?:is|are|can|could|may|might|must not|will)\b/iu;

/** Verbs of maintenance work, as at the start of steps. */
const WORK =
  /^(?:add|adjust|align|apply|assemble|attach|bleed|calibrate|change|charge|check|clean|close|connect|cut|deflate|discard|disconnect|do|drain|examine|extend|fill|fit|flush|go|hold|hoist|inflate|insert|inspect|install|lift|lock|loosen|lower|lubricate|make|measure|move|open|operate|perform|place|press|pressuri[sz]e|pull|push|put|record|refer|release|remove|replace|retract|rotate|safety|set|start|stop|test|tie|turn|unlock|weigh|wipe|write)(?![\p{L}-])/iu;

/** For lists in capitals: work on a part, without regard to safety. */
const WORK_ON_PARTS =
  /^(?:ADJUST|APPLY|ASSEMBLE|ATTACH|BLEED|CLEAN|DRAIN|EXAMINE|FILL|INSTALL|LOOSEN|LUBRICATE|MEASURE|REMOVE|REPLACE)(?![\p{L}-])/u;

/**
 * Whether an item, with or without its marker, belongs to the notice before it. In doubt it is a step: both are then shown.
 * @param before items that the notice already has
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
