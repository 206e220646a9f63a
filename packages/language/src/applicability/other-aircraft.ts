/** Words about aircraft that a statement before them does not name. */
const OTHERS = new RegExp(
  [
    String.raw`\b(?:others?|except\w*|remaining|otherwise|else|(?:all|every|each|any) (?:the )?(?:aircraft|airplanes?|helicopters?|a\/c|msns?))\b`,
    String.raw`[.;:,] (?:and |or )?(?:for|on|in|if) `,
    // Further numbers: `50 Nm; 101-199: 60 Nm`, `and on A/C 101`, `MSN101`.
    String.raw`(?<![\w.])\d{2,6}(?: ?(?:-|–|to|thru) ?\d{2,6})? ?:`,
    String.raw`\b(?:a\/c|msns?|s\/ns?|l\/ns?|fsn|aircraft|airplanes?|helicopters?|serial (?:numbers?|nos?\.?)|sb|mod(?:ification)?|effectivity|applicability|applicable to)[ :.]{0,3}(?:msns? |s\/ns? )?[a-z]{0,4}-?\d`,
    String.raw`\b(?:pre|post)[- ]?(?:sb|mod)|\bnot (?:embodied|incorporated|installed|applicable|valid|for)\b`,
  ].join('|'),
  'i',
);

/** Whether a text behind an effectivity statement may continue with other aircraft, so that the statement is not about all of it. True in doubt. */
export function namesOtherAircraft(text: string): boolean {
  return OTHERS.test(text);
}
