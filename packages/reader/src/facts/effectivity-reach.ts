import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { PageBlock } from '../document/document.types.js';
import { stepMarker } from '../notices/markers.js';
import { findEffectivity, isEffectivityLabel, type WrittenEffectivity } from './effectivity.js';

/** Statements in force at the end of a page. Plain JSON. */
export interface EffectivityState {
  /** With the level of the section, 0 for none. */
  sections: (Effectivity & { depth: number })[];
  /** With the level of the step. */
  steps: (Effectivity & { level: number })[];
}

export const INITIAL_EFFECTIVITY: EffectivityState = { sections: [], steps: [] };

/** Maximum statements in force. Of a passage with as many, further ones may be missing. */
export const MAX_IN_FORCE = 16;

/**
 * Tracks the effectivity statements in force at each point of a document. A statement in a running header or footer
 * applies to its page. In a heading or on a separate line, it applies to the end of the section or the next such line.
 * In a step it applies to the step and its sub-steps, in another block to that block.
 */
export class EffectivityReach {
  private page: Effectivity[] = [];
  private sections: EffectivityState['sections'];
  private steps: EffectivityState['steps'];
  private depth = 0;
  private wasAlone = false;

  constructor(
    state: EffectivityState,
    private readonly pageNumber: number,
  ) {
    this.sections = [...state.sections];
    this.steps = [...state.steps];
    this.depth = state.sections.at(-1)?.depth ?? 0;
  }

  get state(): EffectivityState {
    return { sections: this.sections, steps: this.steps };
  }

  /** Reads running headers and footers. */
  enterPage(running: readonly { text: string; start: number }[]): void {
    this.page = runningEffectivity(running).map((one) => this.stand(one, 0, 'page'));
  }

  /** The statements in force in a block, the widest first. @param depth level of the section */
  enter(block: PageBlock, depth: number): Effectivity[] {
    this.depth = depth;
    if (block.kind === 'heading') return this.enterHeading(block);
    const marker = stepMarker(block.text);
    const length = block.kind === 'list_item' ? (marker?.length ?? 0) : 0;
    const found = findEffectivity(block.text.slice(length));
    const own = (reach: Effectivity['reach']) => found.map((one) => this.stand(one, block.start + length, reach));
    if (block.kind === 'list_item' && marker?.style !== '•') {
      const level = block.level ?? 1;
      this.steps = this.steps.filter((one) => one.level < level);
      this.steps.push(...own('block').map((one) => ({ ...one, level })));
      this.wasAlone = false;
      return this.inForce([]);
    }
    const isAlone = block.kind === 'paragraph' && found.some(({ alone }) => alone);
    if (isAlone) {
      // Consecutive lines apply together.
      if (!this.wasAlone) this.sections = this.sections.filter((one) => one.depth < this.depth);
      this.sections.push(...own('section').map((one) => ({ ...one, depth: this.depth })));
      this.steps = [];
    }
    this.wasAlone = isAlone;
    return this.inForce(isAlone ? [] : own('block'));
  }

  private enterHeading(block: PageBlock): Effectivity[] {
    const level = block.level ?? 1;
    this.sections = this.sections.filter(({ depth }) => depth < level);
    this.steps = [];
    const own = findEffectivity(block.text).map((one) => ({
      ...this.stand(one, block.start, 'section'),
      depth: level,
    }));
    this.sections.push(...own);
    this.wasAlone = own.length > 0;
    return this.inForce([]);
  }

  private inForce(own: Effectivity[]): Effectivity[] {
    const wider = [...this.sections, ...this.steps].map(
      ({ text, value, reach, page_number, start, end }): Effectivity => ({
        text,
        value,
        reach,
        page_number,
        start,
        end,
      }),
    );
    return [...this.page, ...wider, ...own].slice(0, MAX_IN_FORCE);
  }

  private stand(one: WrittenEffectivity, offset: number, reach: Effectivity['reach']): Effectivity {
    const { text, value, start, end } = one;
    return { text, value, reach, page_number: this.pageNumber, start: start + offset, end: end + offset };
  }
}

const NAMES_AIRCRAFT =
  /^(?:(?:ALL|MSN|S\/N|SN|PRE|POST|ON A\/C|FOR|WITH(?:OUT)?|AIRCRAFT|AIRPLANES)\b|\d{3})|^(?:EXCEPT|EXCLUD|NOT\b)/i;
const TAKES_OUT = /^[\s(,]*(?:EXCEPT|EXCLUD|NOT\b|BUT\b)/i;

/** Statements of running headers and footers, with offsets into the page. The value can be in the cell below its label. */
function runningEffectivity(rows: readonly { text: string; start: number }[]): WrittenEffectivity[] {
  return rows.flatMap(({ text, start }, i) => {
    const shift = (one: WrittenEffectivity, by: number) => ({ ...one, start: one.start + by, end: one.end + by });
    const found = findEffectivity(text).map((one) => shift(one, start));
    const column = text.split(' | ').findIndex(isEffectivityLabel);
    const below = rows[i + 1];
    const cells = below?.text.split(' | ') ?? [];
    const value = column < 0 ? undefined : cells[column];
    if (!below || value === undefined) return found;
    // The cell next to the label may name the subject of the page. Aircraft below take precedence.
    const isBelow = NAMES_AIRCRAFT.test(value) && !found.some((one) => NAMES_AIRCRAFT.test(one.value));
    if (found.length > 0 && !isBelow && !TAKES_OUT.test(value)) return found;
    const at = below.start + cells.slice(0, column).reduce((sum, cell) => sum + cell.length + 3, 0);
    const one = { text: value, value, start: at, end: at + value.length, alone: true };
    return isBelow ? [one] : [...found, one];
  });
}
