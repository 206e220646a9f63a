import type { MarkupBlock } from '../page-source.js';
import type { XmlElement } from '../xml/xml-tree.js';
import type { ModuleIndex } from './module-index.js';
import type { NoticeLedger } from './notice-ledger.js';

/** Where in a module an element stands, as far as its blocks depend on it. */
export interface Place {
  /** Level of the next heading below. */
  heading: number;
  /** Level of the step around it; 0 outside of steps. */
  step: number;
  /** To what the text here is limited and has not yet said so. */
  applicability?: string;
}

/** What other modules of a package know. */
export interface Library {
  /** Title of a data module by its code. */
  titleOf(dmc: string): string | undefined;
  /** A warning or caution of a repository module, or undefined where it is not at hand. */
  noticeOf(kind: 'warning' | 'caution', ident: string, dmc: string | null): XmlElement | undefined;
}

/** The blocks of a module in the making. */
export interface Writer {
  readonly index: ModuleIndex;
  readonly library: Library;
  readonly notices: NoticeLedger;
  /** Adds a block unless it has no text, with what it is limited to in front. */
  emit(block: MarkupBlock, place?: Place): void;
  /** Writes an element as what it is. */
  write(element: XmlElement, place: Place): void;
  /** Writes all elements inside of one, but those of these names. */
  children(element: XmlElement, place: Place, ...except: string[]): void;
  /** The place with what an element by itself is limited to. */
  limited(element: XmlElement, place: Place): Place;
  /** Its text on one line, references in words. */
  text(element: XmlElement | undefined): string;
  /** Notes that a notice is known by its number only. */
  miss(reference: string): void;
}
