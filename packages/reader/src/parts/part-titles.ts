/** The number of a figure. */
export const FIGURE = /(?<![\p{L}\p{N}])FIG(?:URE|\.)?\s{1,3}(\d{1,4}[A-Z]?(?:-\d{1,3}[A-Z]?)?)(?![\w-])/iu;
/** Paragraphs that only mention a figure begin none. */
const FIGURE_CAPTION = /^\s*FIG(?:URE|\.)?\s/iu;
/** Sentences about a figure: `Figure 7 shows …`. */
const FIGURE_SENTENCE =
  /^(?:(?:ALSO |ONLY )?(?:SHOWS?|ILLUSTRATES?|GIVES?|CONTAINS?|DEPICTS?|PRESENTS?|DETAILS|LISTS?|DESCRIBES?|INCLUDES?|REFERS?|IS|ARE|WAS|HAS|CAN|MAY|MUST|SHOULD|WILL|DOES|AND|OR|TO|IN|OF|FOR|AS|BELOW|ABOVE)(?![A-Z])|.*[a-z]\.\s*$)/iu;
/** Titles of tables with numbers that are no parts. */
export const OTHER_TITLE =
  /^(?:TABLE \d+[A-Z]?[.:]? |\(?[A-Z0-9]{1,3}[.)] )?(?:(?:SPECIAL|REQUIRED|STANDARD|NECESSARY) )?(?:TOOLS|TOOL LIST|TORQUES|TORQUE (?:VALUES?|TABLE|LIMITS?|DATA)|CONSUMABLES?|CONSUMABLE MATERIALS?|MATERIALS|(?:(?:SPECIAL|SUPPORT|TEST|GROUND) )+EQUIPMENT)(?:\s*:?\s*$|:? (?:AND|OR|FOR|LIST|TABLE|REQUIRED|NECESSARY|USED)(?![A-Z])[^.]{0,40}$)/iu;
/** Longer lines are no titles. */
export const MAX_LABEL = 160;

/** Whether a paragraph is the caption of a figure, not a sentence that mentions one. */
export function isCaption(text: string): boolean {
  if (!FIGURE_CAPTION.test(text)) return false;
  const match = FIGURE.exec(text.slice(0, MAX_LABEL));
  if (!match) return true;
  const after = text.slice(match.index + match[0].length).replace(/^\s*\([^()]*\)/u, '');
  return /^\s*(?:$|[.:–—-])/u.test(after) || !FIGURE_SENTENCE.test(after.replace(/^[\s,]+/u, ''));
}

/** `01A` is a sheet or variant of figure `1`. */
export function plainFigure(figure: string): string {
  return figure.replace(/^0+(?=\d)/u, '').replace(/[A-Z]$/u, '');
}
