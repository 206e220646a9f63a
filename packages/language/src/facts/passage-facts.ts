/** What a quantity measures; `unknown` if the unit is ambiguous (`NM`) or not known. */
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

/** A number or range with its unit. `start` and `end` are offsets (UTF-16 code units) into the text of the page. */
export interface Quantity {
  kind: QuantityKind;
  /** Verbatim: `190 to 210 Nm`, `3000 ± 50 psi`. */
  text: string;
  start: number;
  end: number;
  /** In the unit as written. One is null for a bound; both are null if the text states no range and no bound. */
  min: number | null;
  max: number | null;
  unit: string;
  /** In SI units (temperatures in °C); null if ambiguous. */
  si: { min: number | null; max: number | null; unit: string } | null;
}

/** What an effectivity statement applies to: its page (from a running header), section, or block (a step with its sub-steps). */
export type EffectivityReach = 'page' | 'section' | 'block';

/** The aircraft or components that a text applies to, in the words of the publisher. */
export interface Effectivity {
  /** Verbatim: `EFFECTIVITY: MSN 0001-0345`. */
  text: string;
  /** Without its label: `MSN 0001-0345`. */
  value: string;
  reach: EffectivityReach;
  page_number: number;
  start: number;
  end: number;
}

/** A mention or the caption of a figure or table. Offsets into the text of the page. */
export interface FigureMention {
  kind: 'figure' | 'table';
  text: string;
  start: number;
  end: number;
  /** As written: `201`, `4-2`. */
  number: string;
  /** `2 of 3`, if a sheet is named. */
  sheet?: string;
  /** Of captions. */
  title?: string;
  caption?: true;
}

/** What the reader knows about a passage besides its text. Unknown facts are omitted. */
export interface PassageFacts {
  quantities?: Quantity[];
  /** All statements in force in the passage, the widest first. */
  effectivity?: Effectivity[];
  figures?: FigureMention[];
  /** ATA number: `32-11-00`, `32-11` or `32`. */
  ata?: string;
  task?: string;
  /** Markers of the step in which the passage begins, outermost first: `1.`, `A.`, `(3)`. */
  step?: string[];
  /** BCP 47; `und` for one that is not English, but else unclear. */
  language?: string;
  /** Header row of the table that the passage continues. */
  columns?: string[];
}

/** The facts of a page, in the order of its text. */
export type PageFacts = Required<Pick<PassageFacts, 'quantities' | 'effectivity' | 'figures'>>;

/** The facts of a page, from those of its passages. Duplicates are removed. */
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
