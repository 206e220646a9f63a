import type { ExtractedPage } from '../document/document.types.js';
import { findEffectivity } from './effectivity.js';

/** Facts on the first pages of a file, proposed to the user who uploaded it. */
export interface SuggestedFacts {
  document_number?: string;
  /** As the publisher numbers revisions: `12`, `003`, `C`. */
  revision?: string;
  /** `YYYY-MM-DD`. */
  revision_date?: string;
  effectivity?: string;
}

/** Pages that are read. A cover can precede the title page. */
export const FRONT_PAGES = 3;

const MAX_EFFECTIVITY = 300;

/** At the start of a line or cell. Elsewhere a number is a reference. */
const DOCUMENT_NUMBER =
  /(?:^|\| )(?:document|manual|publication|doc\.?|report|service bulletin|airworthiness directive|bulletin|directive|part)(?:\s*(?:no\.?|number|nr\.?|#)\s*[:|]?|\s*:)\s*((?=[A-Z0-9/.-]*\d)[A-Z0-9][A-Z0-9/.-]{2,39})(?![a-z])/imu;
const BULLETIN = /(?:^|\| )(?:AD|SB|ASB|SL|EO)(?:\s+No\.?:?|:)?\s+((?=[A-Z0-9-]*\d)[A-Z0-9]+(?:-[A-Z0-9]+){1,4})/m;
const REVISION =
  /\b(?:REVISION|Revision|REV|Rev|ISSUE|Issue|EDITION|Edition)\.?\s*(?:NO\.?|No\.?|NUMBER|Number)?\s*[:|#]?\s*(?<![A-Za-z])(\d{1,3}[A-Z]?|[A-Z])(?![\w.-]|\s+(?:to|of)\b)/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DATE = new RegExp(
  `\\b((?:19|20)\\d\\d-\\d\\d-\\d\\d)\\b|\\b(\\d{1,2})[ ./-]{0,2}(${MONTH})[ ./,-]{0,2}((?:19|20)\\d\\d)\\b|\\b(${MONTH})[ ./-]{0,2}(\\d{1,2})[ ./,-]{1,2}((?:19|20)\\d\\d)\\b`,
  'i',
);
const DATED = /\b(?:date|dated|revision|rev\.?|issued?|effective)\b/i;

/** Adds the facts of a page. Facts of earlier pages take precedence. */
export function suggestFacts(page: ExtractedPage, before: SuggestedFacts): SuggestedFacts {
  const { text, blocks } = page;
  const lines = text.split('\n');
  const found: SuggestedFacts = {
    document_number: (DOCUMENT_NUMBER.exec(text) ?? BULLETIN.exec(lines.slice(0, 30).join('\n')))?.[1]?.replace(
      /[.-]+$/,
      '',
    ),
    revision: REVISION.exec(text)?.[1],
    revision_date:
      lines
        .filter((line) => DATED.test(line))
        .map(dateOf)
        .find((date) => date !== null) ?? undefined,
    effectivity:
      page.page_number === 1 ? (blocks.map(titleEffectivity).find((value) => value !== null) ?? undefined) : undefined,
  };
  const known = Object.entries(found).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...before };
}

/** `EFFECTIVITY: MSN 0001-0345` on a separate line. */
function titleEffectivity({ text }: { text: string }): string | null {
  const [one] = findEffectivity(text);
  return one?.alone && /^(?:EFFECTIVITY|APPLICAB)/i.test(one.text) && one.value.length <= MAX_EFFECTIVITY
    ? one.value
    : null;
}

/** The date in a line, or null if ambiguous: `05/06/2026`. */
export function dateOf(line: string): string | null {
  const match = DATE.exec(line);
  if (!match) return null;
  const [, iso, day, month, year, month2, day2, year2] = match;
  if (iso) return isDay(iso) ? iso : null;
  const index = MONTHS.indexOf((month ?? month2)!.slice(0, 3).toLowerCase()) + 1;
  const date = [year ?? year2, String(index).padStart(2, '0'), (day ?? day2)!.padStart(2, '0')].join('-');
  return isDay(date) ? date : null;
}

function isDay(date: string): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
