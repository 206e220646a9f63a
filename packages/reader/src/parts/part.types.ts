import type { EffectivityReach } from '@amks/language/facts/passage-facts.js';

/** Where words stand. Offsets are into the text of the page. */
export interface PartPlace {
  page_number: number;
  start: number;
  end: number;
}

/**
 * `supersession`: `other` replaces `one`. The other kinds are mutual, except `one_way`, where `other` can be used for `one`. `unclear`: words
 * about a replacement of `one` that were not understood as a whole; `other` is `one` if they name no number.
 */
export type PartRelationKind =
  'supersession' | 'interchangeable' | 'one_way' | 'not_interchangeable' | 'alternate' | 'unclear';

/** What a row says of two part numbers. */
export interface PartRelation extends PartPlace {
  /** Index of the row. */
  position: number;
  kind: PartRelationKind;
  one: string;
  other: string;
  /** Verbatim: `SUPSD BY TA32-11046-3`. */
  text: string;
  /** Bulletin that it depends on, verbatim; null without one. */
  condition: string | null;
}

/** A row of a parts list. Fields are null unless the row is understood. */
export interface Part extends PartPlace {
  /** 0-based, in the order of the document. */
  position: number;
  ata: string | null;
  figure: string | null;
  figure_title: string | null;
  /** Page of the illustration. */
  figure_page: number | null;
  /** As printed, without the hyphen of items that are not illustrated. */
  item: string | null;
  /** Whether the row says so. */
  not_illustrated: boolean;
  number: string | null;
  /** Without the dots of the indenture. */
  nomenclature: string | null;
  /** 1 for the assembly of the figure. */
  indenture: number | null;
  /** As printed: `2`, `AR`, `REF`. */
  quantity: string | null;
  vendor: string | null;
  stock_number: string | null;
  /** As printed. */
  effectivity: string | null;
  usage_code: string | null;
  attaching: boolean;
  /** Whether a cell was not understood that can limit the row to some aircraft. */
  is_partial: boolean;
  /** Positions of the next higher assembly, several for alternatives of one item. */
  assemblies: number[];
  /** Index of its condition. */
  condition: number;
  /** The row and the lines below it, verbatim. */
  text: string;
}

/** One of the statements that a part depends on. `row` and `code` are those of its row. */
export interface PartCondition {
  source: 'document' | 'row' | 'code';
  reach: EffectivityReach;
  /** As printed. */
  text: string;
  /** What it means, by the legend of codes; null if the document explains the code in no way, or in several. */
  value: string | null;
  /** Whether the legend explains the code in several ways. */
  is_contradicted?: true;
  page_number: number;
  start: number;
  end: number;
}

/** All must hold. In each, one alternative must: `A, C`. */
export type PartConditions = PartCondition[][];

/** What a revision tells about parts besides their rows. */
export interface PartLegend {
  /** By the index in the rows. */
  conditions: PartConditions[];
  /** Names of vendors by their codes. */
  vendors: Record<string, string>;
}
