import { readMarker, type ListItem } from '../evidence/outline.js';
import { unitsOf } from '../evidence/passages.js';
import { isNotice, markerOf, type SourceUnit } from '../evidence/source-units.js';
import type { EvidencePassage } from '../answer.types.js';
import type { Candidate } from './candidates.js';

/** A step with its sentences, or other units of a section that belong to no step. */
export interface Step {
  units: Candidate[];
  isStep: boolean;
  /** Whether nothing is left out between the step before and this one. */
  follows: boolean;
}

/** Characters between two passages that touch. */
const TOUCHING = 2;

/**
 * The steps of a section in their order. A list ends at a heading, at another list, at a number that is left out and at a text that cannot be
 * quoted. A sentence belongs to its step if it is on the same line, or if the next step follows.
 * @param candidates the units of the section that can be quoted, in reading order
 */
export function stepsOf(candidates: readonly Candidate[]): Step[] {
  const known = new Map(candidates.map((candidate) => [candidate.unit, candidate]));
  const passages = [...new Set(candidates.map(({ passage }) => passage))];
  const lists = new OpenLists();
  const steps: Step[] = [];
  /** Units after the line of the last step. */
  let loose: Candidate[] = [];
  let isBroken = true;
  const settleLoose = (isOfStep: boolean): void => {
    if (loose.length === 0) return;
    if (isOfStep) steps.at(-1)!.units.push(...loose);
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
      const marker = unit.kind === 'step' ? markerOf(unit.text) : null;
      if (marker === null) {
        const last = steps.at(-1);
        const isOnLine = !isBroken && last?.isStep && loose.length === 0 && (isContinued(units[at - 1], unit, passage) || isNotice(unit.text)); // prettier-ignore
        if (isOnLine) last.units.push(candidate);
        else {
          if (isBroken) settleLoose(false);
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

/** The items that are open at a place of a section. */
class OpenLists {
  private items: ListItem[] = [];
  private last: string | null = null;

  /** Starts a passage that does not touch the one before. False if its first text continues no open item. */
  enter({ facts: { step = [] } }: EvidencePassage, first: SourceUnit | undefined): boolean {
    if (this.last === null) {
      // The last marker is that of the first text itself, or of the step that it is part of.
      this.items = [];
      for (const marker of step.slice(0, -1)) this.items.push(readMarker(marker, this.items));
      return false;
    }
    // The number of a first step shows whether one is missing.
    return first?.kind === 'step' || this.last === step.at(-1);
  }

  close(): void {
    this.items = [];
    this.last = null;
  }

  /** Whether the item is the next one of an open list or the first one of a list in the open item. */
  add(marker: string): boolean {
    const item = readMarker(marker, this.items);
    const at = this.items.findLastIndex(({ style }) => style === item.style);
    const before = at < 0 ? null : this.items[at]!.ordinal;
    const isNext =
      at < 0
        ? this.items.length > 0 && (item.ordinal ?? 1) === 1
        : item.ordinal === null || item.ordinal === (before ?? 0) + 1;
    this.items = isNext ? [...this.items.slice(0, at < 0 ? undefined : at), item] : [item];
    this.last = marker;
    return isNext;
  }
}
