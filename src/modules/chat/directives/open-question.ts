import { airframesIn, withoutAirframes } from '@amks/language/aircraft/airframe-mentions.js';

/** What a question asks of the directives on one aircraft. */
export interface OpenQuestion {
  within: { hours?: number; cycles?: number; days?: number };
  /** Null for both. */
  kind: 'airworthiness_directive' | 'service_bulletin' | null;
}

/** `Is it open?` is about one directive. */
const ASKED = /^\W*(?:what|which|list|show|give|tell)\b/iu;
const ONE = /\b(?:the|this|that)\s(?:ad|sb|directive|airworthiness\sdirective|(?:service\s)?bulletin)\b/iu;
const OPEN = /\b(?:open|due|outstanding)\b/iu;
const LIMITS = {
  hours: /\b(\d{1,5}(?:\.\d{1,2})?)\s?(?:flight\s)?(?:hours?|hrs?|h|fh)\b/giu,
  cycles: /\b(\d{1,5})\s?(?:flight\s)?(?:cycles?|fc|landings?)\b/giu,
  days: /\b(\d{1,4})\s?(?:calendar\s)?days?\b/giu,
};
const DIRECTIVE = /\b(?:ads?|airworthiness\sdirectives?)\b/iu;
const BULLETIN = /\b(?:sbs?|(?:service\s)?bulletins?)\b/iu;
/** Other words narrow the question in a way that the directives do not answer. */
const OWN_WORDS = new Set(
  `a ads ad aircraft airworthiness all an and any are be become becomes bulletin bulletins come comes currently directive directives do does due
   for give has have i in is list me must need next now of on open or our outstanding please sb sbs service show still tell that the there this to
   we what which will with within`.split(/\s+/u),
);

/** A question only about what is open or due on an aircraft: `What is open on SE-KXA, due within 100 hours?` Null for all others. */
export function openQuestionOf(text: string): OpenQuestion | null {
  if (!ASKED.test(text) || !OPEN.test(text) || ONE.test(text)) return null;
  const within: OpenQuestion['within'] = {};
  let rest = withoutAirframes(text, airframesIn(text).mentions);
  for (const unit of ['hours', 'cycles', 'days'] as const) {
    const [first, second] = [...rest.matchAll(LIMITS[unit])];
    if (second) return null;
    if (first) within[unit] = Number(first[1]);
    rest = rest.replace(LIMITS[unit], ' ');
  }
  const words = rest.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!words.every((word) => OWN_WORDS.has(word))) return null;
  const [isDirective, isBulletin] = [DIRECTIVE.test(rest), BULLETIN.test(rest)];
  const kind = isDirective === isBulletin ? null : isDirective ? 'airworthiness_directive' : 'service_bulletin';
  return { within, kind };
}
