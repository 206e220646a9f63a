/** Bounds of one HTML document. */
export interface HtmlLimits {
  /** Elements inside of each other. Browsers stop at 512 as well. */
  max_nesting: number;
  max_elements: number;
}

export const DEFAULT_HTML_LIMITS: HtmlLimits = { max_nesting: 512, max_elements: 1_000_000 };

/** Why an HTML document is refused. */
export type HtmlProblem = 'html_nesting' | 'html_elements';

/** One sentence on what is wrong, one on what to do. */
export const HTML_MESSAGES: Record<HtmlProblem, string> = {
  html_nesting: 'The HTML has more elements inside of each other than are allowed. Save it again with another program.',
  html_elements: 'The HTML has more elements than are allowed. Split it into several files.',
};
