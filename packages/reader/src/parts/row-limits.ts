import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { PageBlock } from '../document/document.types.js';

/** Which statements of effectivity limit the rows of a parts list: those of its section, of lines above the rows, and of the rows' own lines. */
export class RowLimits {
  /** Statements in lines that belong to a row. */
  private readonly ofRows = new Set<string>();
  /** Statements of the section that were in force at the head of the table. */
  private atHead = new Set<string>();
  private sections: Effectivity[] = [];
  private own: Effectivity[] = [];
  private isReplacing = false;
  /** Whether a line can be that of the row above, and of all rows below: neither is known. */
  isOpen = false;

  /** @returns those in force at a row in the block */
  enter({ kind, start, end }: PageBlock, pageNumber: number, inForce: readonly Effectivity[]): Effectivity[] {
    this.own = inForce.filter((one) => one.page_number === pageNumber && one.start >= start && one.end <= end);
    const sections = inForce.filter(({ reach }) => reach === 'section');
    this.isReplacing = kind !== 'heading' && this.sections.some((one) => !this.ofRows.has(keyOf(one)) && !sections.some((now) => keyOf(now) === keyOf(one)));
    this.sections = sections;
    if (kind === 'heading') this.isOpen = false;
    return inForce.filter((one) => !this.ofRows.has(keyOf(one)) && (!this.isOpen || one.reach !== 'section' || this.atHead.has(keyOf(one))));
  } // prettier-ignore

  beginTable(): void {
    this.atHead = new Set(this.sections.map(keyOf));
  }

  /** The statements of the block, which continues a row: they do not limit the rows below. */
  takeOwn(): Effectivity[] {
    if (this.isReplacing) this.isOpen = true;
    for (const one of this.own) this.ofRows.add(keyOf(one));
    return this.own.map((one) => ({ ...one, reach: 'block' }));
  }
}

function keyOf({ page_number, start }: Effectivity): string {
  return `${page_number}:${start}`;
}
