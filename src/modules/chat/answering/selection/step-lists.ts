import { readMarker, type ListItem } from '../evidence/outline.js';
import { unitsOf } from '../evidence/passages.js';
import { isChecklistItem, isNotice, markerOf, type SourceUnit } from '../evidence/source-units.js';
import type { EvidencePassage } from '../answer.types.js';
import type { Candidate } from './candidates.js';

/** A step with its sentences, or other units of a section that belong to no step. */
export interface Step {
  units: Candidate[];
  isStep: boolean;
  /** Whether nothing is left out between the step before and this one. */
  follows: boolean;
}

/** Sentences on separate lines after the last step of a list that still belong to it. */
const OF_LAST_STEP = 3;
/** Characters between two passages that touch. */
const TOUCHING = 2;

/**
 * The steps of a section in their order. A list ends at a heading, at another list, at a number that is left out and at a text that cannot be
 * quoted. A sentence belongs to its step if it is on the same line, if the next step follows, or if few follow the last one.
 * @param candidates the units of the section that can be quoted, in reading order
 */
export function stepsOf(candidates: readonly Candidate[]): Step[] {
  const known = new Map(candidates.map((candidate) => [candidate.unit, candidate]));
  const passages = [...new Set(candidates.map(({ passage }) => passage))];
  const lists = new OpenLists();
  const steps: Step[] = [];
  /** Units after the line of the last step. */
  let loose: Candidate[] = [];
  /** Whether these follow a step directly. */
  let isAfterStep = false;
  let isBroken = true;
  const settleLoose = (isOfStep: boolean): void => {
    if (loose.length === 0) return;
    if (isOfStep || (isAfterStep && loose.length <= OF_LAST_STEP)) steps.at(-1)!.units.push(...loose);
    else steps.push({ units: loose, isStep: false, follows: false });
    loose = [];
  };
  passages.forEach((passage, index) => {
    const units = unitsOf(passage);
    if (!touches(passages[index - 1], passage) && !lists.enter(passage, units[0])) isBroken = true;
    units.forEach((unit, at) => {
      const candidate = known.get(unit);
      if (unit.kind === 'heading' || !candidate) {
        isBroken = true;
        if (unit.kind === 'heading') lists.close();
        return;
      }
      const marker = stepMarker(unit);
      if (marker === null) {
        const last = steps.at(-1);
        const isAfter = !isBroken && loose.length === 0 && last?.isStep === true;
        if (isAfter && (isNotice(unit.text) || isContinued(units[at - 1], unit, passage))) last.units.push(candidate);
        else {
          if (isBroken) settleLoose(false);
          if (loose.length === 0) isAfterStep = isAfter;
          loose.push(candidate);
        }
        return;
      }
      const follows = lists.add(marker) && !isBroken;
      settleLoose(follows && steps.at(-1)?.isStep === true);
      steps.push({ units: [candidate], isStep: true, follows: follows && steps.at(-1)?.isStep === true });
      isBroken = false;
    });
  });
  settleLoose(false);
  return steps;
}

function touches(before: EvidencePassage | undefined, passage: EvidencePassage): boolean {
  return before?.page_number === passage.page_number && passage.start - before.end <= TOUCHING;
}

/** Whether a sentence continues the line of the unit before it. */
function isContinued(before: SourceUnit | undefined, next: SourceUnit, { text }: EvidencePassage): boolean {
  return before !== undefined && !/[\n\r]/u.test(text.slice(before.end, next.start));
}

/** An open item with its marker as printed. */
interface OpenItem extends ListItem {
  marker: string;
}

/** The items that are open at a place of a section. */
class OpenLists {
  private items: OpenItem[] = [];

  /** Starts a passage that does not touch the one before. False if its first text continues no open item. */
  enter({ facts: { step } }: EvidencePassage, first: SourceUnit | undefined): boolean {
    const marker = first ? stepMarker(first) : null;
    // The last one is the first step itself, or the one that the first sentence is of.
    const outer = marker === null ? (step ?? []) : (step ?? []).slice(0, -1);
    const isSame = outer.every((one, level) => one === this.items[level]?.marker);
    const isKnown =
      this.items.length > 0 && isSame && (marker === null ? outer.length === this.items.length : isNumbered(marker));
    if (!isKnown) {
      this.items = [];
      for (const one of outer) this.items.push({ ...readMarker(one, this.items), marker: one });
    } else if (step !== undefined) this.items = this.items.slice(0, outer.length + 1);
    return isKnown;
  }

  close(): void {
    this.items = [];
  }

  /** Whether the item is the next one of an open list or the first one of a list in the open item. */
  add(marker: string): boolean {
    const item = { ...readMarker(marker, this.items), marker };
    const at = this.items.findLastIndex(({ style }) => style === item.style);
    const before = at < 0 ? null : this.items[at]!.ordinal;
    const isFirst = this.items.length > 0 && (item.ordinal ?? 1) === 1;
    const isNext = at < 0 ? isFirst : item.ordinal === null || item.ordinal === (before ?? 0) + 1;
    this.items = isNext ? [...this.items.slice(0, at < 0 ? undefined : at), item] : [item];
    return isNext;
  }
}

/** Of bullets, nothing shows whether one is missing. */
function isNumbered(marker: string): boolean {
  return readMarker(marker, []).ordinal !== null;
}

const WORDED = /^\s*step\s+(\d{1,3})\b/iu;

/** The marker of a step, also of `Step 2.` and of an item of a checklist; null for other units. */
function stepMarker({ kind, text }: SourceUnit): string | null {
  if (kind === 'heading' || kind === 'row') return null;
  const number = WORDED.exec(text)?.[1];
  if (number !== undefined) return `Step ${number}`;
  return kind === 'step' ? markerOf(text) : isChecklistItem(text) ? '•' : null;
}
