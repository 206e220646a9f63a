/** What is measured; `unknown` where the unit is one of several things of that name (`NM`) or none that is known. */
export type QuantityKind =
  | 'torque'
  | 'pressure'
  | 'length'
  | 'area'
  | 'volume'
  | 'mass'
  | 'density'
  | 'temperature'
  | 'force'
  | 'energy'
  | 'angle'
  | 'voltage'
  | 'current'
  | 'resistance'
  | 'capacitance'
  | 'charge'
  | 'power'
  | 'frequency'
  | 'rotational_speed'
  | 'speed'
  | 'acceleration'
  | 'time'
  | 'cycles'
  | 'flow'
  | 'ratio'
  | 'unknown';

/**
 * A number with its unit, or a range of them, as a text gives it. `start` and `end` are offsets (UTF-16 code units) into
 * the text of its page.
 */
export interface Quantity {
  kind: QuantityKind;
  /** Verbatim: `190 to 210 Nm`, `3000 ± 50 psi`. */
  text: string;
  start: number;
  end: number;
  /** In the unit as written; equal for a single number, one of them null for a bound, both for a number that is ambiguous. */
  min: number | null;
  max: number | null;
  unit: string;
  /** In the unit of the SI (temperatures in °C); null where that would be a guess. */
  si: { min: number | null; max: number | null; unit: string } | null;
}

/** How far an effectivity statement reaches: its page (from a running header), its section, or its block (a step with its sub-steps). */
export type EffectivityReach = 'page' | 'section' | 'block';

/** To which aircraft or components a text applies, in the words of the publisher. */
export interface Effectivity {
  /** Verbatim: `EFFECTIVITY: MSN 0001-0345`. */
  text: string;
  /** Without its label: `MSN 0001-0345`. */
  value: string;
  reach: EffectivityReach;
  /** Where it stands. */
  page_number: number;
  start: number;
  end: number;
}

/** A figure or table that a text names, or whose caption it is. Offsets into the text of the page. */
export interface FigureMention {
  kind: 'figure' | 'table';
  text: string;
  start: number;
  end: number;
  /** As written: `201`, `4-2`. */
  number: string;
  /** `2 of 3`, where a sheet is named. */
  sheet?: string;
  /** Of captions. */
  title?: string;
  caption?: true;
}

/** What is known of a passage beside its words. Whatever is not known is left out. */
export interface PassageFacts {
  quantities?: Quantity[];
  /** All that are in force somewhere in the passage, the widest first. */
  effectivity?: Effectivity[];
  figures?: FigureMention[];
  /** Chapter, section and subject as far as known: `32-11-00`, `32-11`, `32`. */
  ata?: string;
  /** Number of the task around it: `32-11-00-400-801`. */
  task?: string;
  /** Markers of the step in which it begins, outermost first: `1.`, `A.`, `(3)`. */
  step?: string[];
  /** Header row of the table whose rows it holds. */
  columns?: string[];
}

/** What a page holds, in the order of its text. */
export type PageFacts = Required<Pick<PassageFacts, 'quantities' | 'effectivity' | 'figures'>>;

/** The facts of a page by those of its passages; what is in force in several counts once. */
export function factsOfPage(passages: readonly PassageFacts[]): PageFacts {
  const once = <T extends { start: number; end: number }>(all: T[], key: (one: T) => string): T[] => [
    ...new Map(all.map((one) => [key(one), one])).values(),
  ];
  return {
    quantities: once(
      passages.flatMap(({ quantities = [] }) => quantities),
      ({ start, end }) => `${start}-${end}`,
    ),
    effectivity: once(
      passages.flatMap(({ effectivity = [] }) => effectivity),
      ({ page_number, start, end }) => `${page_number} ${start}-${end}`,
    ),
    figures: once(
      passages.flatMap(({ figures = [] }) => figures),
      ({ start, end, number }) => `${start}-${end} ${number}`,
    ),
  };
}
