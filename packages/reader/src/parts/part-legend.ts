import { cellsOf } from '../facts/table-columns.js';
import type { PageBlock } from '../document/document.types.js';
import type { PartPlace } from './part.types.js';

/** What a code means. */
export interface CodeMeaning extends PartPlace {
  text: string;
  /** The figure for which it counts; null for all. */
  scope: number | null;
}

/** What a code means in the legends of one scope. */
interface CodeMeanings {
  first: CodeMeaning;
  isContradicted: boolean;
}

const CODE_HEAD = /^(?:(?:USAGE|USABLE ON|EFFECTIVITY|EFF\.?|UOC) )?CODE\.?$|^UOC$|^EFFECTIVITY$/i;
const MEANING_HEAD =
  /^(?:AIRCRAFT|AIRPLANES?|EFFECTIVITY|USABLE ON|APPLICABLE TO|MODELS?|SERIAL NUMBERS?|MSN)\b(?! CODE)/i;
const VENDOR_HEAD = /^(?:VENDOR|CAGE|NCAGE|MANUFACTURER|SUPPLIER|MFR)\b/i;
const VENDOR_CODE_HEAD = /^(?:(?:VENDOR|CAGE|NCAGE|MFR|SUPPLIER) )?CODE\.?$|^CAGE$|^NCAGE$/i;
const CODE = /^[A-Z0-9]{1,4}$|^ALL$/;
const VENDOR_CODE = /^(?:V ?)?[A-Z0-9]{5}$/;
const MAX_CODES = 2_000;

/** Whether a row is the head of a legend of codes for aircraft. */
export function isLegendHead([first, second]: readonly string[]): boolean {
  return first !== undefined && second !== undefined && CODE_HEAD.test(first) && MEANING_HEAD.test(second);
}

/** Legends of the codes in parts lists: tables such as `Code | Aircraft` and `Code | Vendor`. */
export class PartLegendReader {
  /** By code, then by scope: looked up for each condition of a document whose figures all can have a legend. */
  private readonly codes = new Map<string, Map<number | null, CodeMeanings>>();
  private readonly vendors = new Map<string, Set<string>>();
  private readonly scopes = new Set<number>();
  private open: 'codes' | 'vendors' | null = null;

  /** @param scope the figure in which it stands, for whose rows below it counts; null for all figures */
  enter(block: PageBlock, pageNumber: number, scope: number | null): void {
    if (block.kind !== 'table_row') {
      if (!block.inline) this.open = null;
      return;
    }
    const [first, second, ...others] = cellsOf(block);
    if (first === undefined || second === undefined || others.length > 0) return void (this.open = null);
    if (VENDOR_CODE_HEAD.test(first) && VENDOR_HEAD.test(second)) this.open = 'vendors';
    else if (isLegendHead([first, second])) this.open = 'codes';
    else if (this.open === 'vendors' && VENDOR_CODE.test(first)) {
      if (this.vendors.size < MAX_CODES)
        this.vendors.set(first, (this.vendors.get(first) ?? new Set<string>()).add(second));
    } else if (this.open === 'codes' && CODE.test(first) && this.codes.size < MAX_CODES) {
      const start = block.start + block.text.lastIndexOf(second);
      const meaning = { text: second, scope, page_number: pageNumber, start, end: start + second.length };
      if (scope !== null) this.scopes.add(scope);
      const ofCode = this.codes.get(first) ?? new Map<number | null, CodeMeanings>();
      const before = ofCode.get(scope);
      ofCode.set(scope, {
        first: before?.first ?? meaning,
        isContradicted: before !== undefined && (before.isContradicted || before.first.text !== second),
      });
      this.codes.set(first, ofCode);
    }
  }

  /** Null for a code that the document does not explain, or explains in several ways. */
  meaningOf(code: string, scope: number | null): CodeMeaning | null {
    return this.isContradicted(code, scope) ? null : (this.meaningsOf(code, scope)[0]?.first ?? null);
  }

  /** Whether the document explains the code in several ways. */
  isContradicted(code: string, scope: number | null): boolean {
    const [one, other] = this.meaningsOf(code, scope);
    if (one?.isContradicted || other?.isContradicted) return true;
    return one !== undefined && other !== undefined && one.first.text !== other.first.text;
  }

  /** Whether a figure has a legend. */
  hasOf(scope: number): boolean {
    return this.scopes.has(scope);
  }

  /** For all figures, and for one. */
  private meaningsOf(code: string, scope: number | null): CodeMeanings[] {
    const ofCode = this.codes.get(code);
    return (scope === null ? [null] : [null, scope]).flatMap((one) => ofCode?.get(one) ?? []);
  }

  /** Names by code, except of codes with several. */
  get vendorNames(): Record<string, string> {
    return Object.fromEntries(
      [...this.vendors].flatMap(([code, names]): [string, string][] =>
        names.size === 1 ? [[code, [...names][0]!]] : [],
      ),
    );
  }
}
