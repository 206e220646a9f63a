import { cellsOf } from '../facts/table-columns.js';
import type { PageBlock } from '../document/document.types.js';
import type { PartPlace } from './part.types.js';

/** What a code means. */
export interface CodeMeaning extends PartPlace {
  text: string;
  /** The figure for which it counts; null for all. */
  scope: number | null;
}

const CODE_HEAD = /^(?:(?:USAGE|USABLE ON|EFFECTIVITY|EFF\.?|UOC) )?CODE\.?$|^UOC$|^EFFECTIVITY$/i;
const MEANING_HEAD =
  /^(?:AIRCRAFT|AIRPLANES?|EFFECTIVITY|USABLE ON|APPLICABLE TO|MODELS?|SERIAL NUMBERS?|MSN)\b(?! CODE)/i;
const VENDOR_HEAD = /^(?:VENDOR|CAGE|NCAGE|MANUFACTURER|SUPPLIER|MFR)\b/i;
const VENDOR_CODE_HEAD = /^(?:(?:VENDOR|CAGE|NCAGE|MFR|SUPPLIER) )?CODE\.?$|^CAGE$|^NCAGE$/i;
const CODE = /^[A-Z0-9]{1,4}$|^ALL$/;
const VENDOR_CODE = /^(?:V ?)?[A-Z0-9]{5}$/;
const MAX_CODES = 2_000;

/** Legends of the codes in parts lists: tables such as `Code | Aircraft` and `Code | Vendor`. */
export class PartLegendReader {
  private readonly codes = new Map<string, CodeMeaning[]>();
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
    else if (CODE_HEAD.test(first) && MEANING_HEAD.test(second)) this.open = 'codes';
    else if (this.open === 'vendors' && VENDOR_CODE.test(first)) {
      if (this.vendors.size < MAX_CODES)
        this.vendors.set(first, (this.vendors.get(first) ?? new Set<string>()).add(second));
    } else if (this.open === 'codes' && CODE.test(first) && this.codes.size < MAX_CODES) {
      const start = block.start + block.text.lastIndexOf(second);
      const meaning = { text: second, scope, page_number: pageNumber, start, end: start + second.length };
      if (scope !== null) this.scopes.add(scope);
      this.codes.set(first, [...(this.codes.get(first) ?? []), meaning]);
    }
  }

  /** Null for a code that the document does not explain, or explains in several ways. */
  meaningOf(code: string, scope: number | null): CodeMeaning | null {
    const meanings = this.meaningsOf(code, scope);
    const [first] = meanings;
    return first && meanings.every(({ text }) => text === first.text) ? first : null;
  }

  /** Whether the document explains the code in several ways. */
  isContradicted(code: string, scope: number | null): boolean {
    return this.meaningsOf(code, scope).length > 0 && this.meaningOf(code, scope) === null;
  }

  /** Whether a figure has a legend. */
  hasOf(scope: number): boolean {
    return this.scopes.has(scope);
  }

  private meaningsOf(code: string, scope: number | null): CodeMeaning[] {
    return (this.codes.get(code) ?? []).filter((one) => one.scope === null || one.scope === scope);
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
