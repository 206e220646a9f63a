import { cellsOf } from '../facts/table-columns.js';
import type { PageBlock } from '../document/document.types.js';
import type { PartPlace } from './part.types.js';

/** What a code means. */
export interface CodeMeaning extends PartPlace {
  text: string;
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
  private open: 'codes' | 'vendors' | null = null;

  enter(block: PageBlock, pageNumber: number): void {
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
      const meaning = { text: second, page_number: pageNumber, start, end: start + second.length };
      this.codes.set(first, [...(this.codes.get(first) ?? []), meaning]);
    }
  }

  /** Null for a code that the document does not explain, or explains in several ways. */
  meaningOf(code: string): CodeMeaning | null {
    const meanings = this.codes.get(code) ?? [];
    const [first] = meanings;
    return first && meanings.every(({ text }) => text === first.text) ? first : null;
  }

  /** Whether the document explains the code in several ways. */
  isContradicted(code: string): boolean {
    return this.codes.has(code) && this.meaningOf(code) === null;
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
