/** The number of a figure. */
export const FIGURE = /(?<![\p{L}\p{N}])FIG(?:URE|\.)?\s{1,3}(\d{1,4}[A-Z]?(?:-\d{1,3}[A-Z]?)?)(?![\w-])/iu;
/** Paragraphs that only mention a figure begin none. */
const FIGURE_CAPTION = /^\s*FIG(?:URE|\.)?\s/iu;
/** Sentences about a figure: `Figure 7 shows …`. */
const FIGURE_SENTENCE =
  /^(?:ALSO |ONLY )?(?:SHOWS?|ILLUSTRATES?|GIVES?|CONTAINS?|DEPICTS?|PRESENTS?|DESCRIBES?|INCLUDES?|REFERS?|IS|ARE|WAS|HAS|MAY|MUST|SHOULD|WILL|DOES)(?![A-Z-])/iu;
/** Words that can begin a caption or go on with a sentence, and verbs and full stops, which both can have. */
const CAN_BE_SENTENCE =
  /^(?:AND|OR)(?![A-Z-])|^(?:and|or|to|in|of|for|as|can|below|above|details|lists?)(?![\p{L}-])|(?<![\p{L}-])(?:is|are|was|were|shows?)(?![\p{L}-])|^(?:\S+\s+){7,}.*\p{Ll}\.\s*$/u;
/** Titles of tables with numbers that are no parts. */
export const OTHER_TITLE =
  /^(?:TABLE \d+[A-Z]?[.:]? |\(?[A-Z0-9]{1,3}[.)] )?(?:(?:SPECIAL|REQUIRED|STANDARD|NECESSARY) )?(?:TOOLS|TOOL LIST|TORQUES|TORQUE (?:VALUES?|TABLE|LIMITS?|DATA)|CONSUMABLES?|CONSUMABLE MATERIALS?|MATERIALS|(?:(?:SPECIAL|SUPPORT|TEST|GROUND) )+EQUIPMENT)(?:\s*:?\s*$|:? (?:AND|OR|FOR|LIST|TABLE|REQUIRED|NECESSARY|USED)(?![A-Z])[^.]{0,40}$)/iu;
/** Longer lines are no titles. */
export const MAX_LABEL = 160;

/** Whether a paragraph is the caption of a figure, or a sentence that mentions one; `doubtful` if it can be either. */
export function mentionIn(text: string): 'caption' | 'sentence' | 'doubtful' {
  if (!FIGURE_CAPTION.test(text)) return 'sentence';
  const match = FIGURE.exec(text.slice(0, MAX_LABEL));
  if (!match) return 'caption';
  const after = text.slice(match.index + match[0].length).replace(/^\s*\([^()]*\)/u, '');
  if (/^\s*(?:$|[.:–—-])/u.test(after)) return 'caption';
  const words = after.replace(/^[\s,]+/u, '');
  if (FIGURE_SENTENCE.test(words)) return 'sentence';
  return CAN_BE_SENTENCE.test(words) ? 'doubtful' : 'caption';
}

/** The number of the figure that a line names. */
export function figureIn(text: string): string | null {
  return FIGURE.exec(text.slice(0, MAX_LABEL))?.[1] ?? null;
}

/** `01A` is a sheet or variant of figure `1`. */
export function plainFigure(figure: string): string {
  return figure.replace(/^0+(?=\d)/u, '').replace(/[A-Z]$/u, '');
}
