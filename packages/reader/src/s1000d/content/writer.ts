import type { MarkupBlock } from '../../document/page-source.js';
import type { XmlElement } from '../../xml/xml-tree.js';
import type { Properties } from '../module/applicability.js';
import type { ModuleIndex } from '../module/module-index.js';
import type { NoticeLedger } from './notice-ledger.js';

/** Position of an element in a module, as far as its blocks depend on it. */
export interface Place {
  /** Level of the next heading below. */
  heading: number;
  /** Level of the enclosing step; 0 outside of steps. */
  step: number;
  /** Applicability that is not yet written. */
  applicability?: string;
  /** Applicability that was written above; conditions below it are limited by it, too. */
  outer?: string;
}

export interface Library {
  /** Title of a data module by its code. */
  titleOf(dmc: string): string | undefined;
  /** A warning or caution of a repository module, or undefined if not available. */
  noticeOf(kind: 'warning' | 'caution', ident: string, dmc: string | null): XmlElement | undefined;
  /** Of the cross-reference tables of the package. */
  properties?: Properties;
}

export interface Writer {
  readonly index: ModuleIndex;
  readonly library: Library;
  readonly notices: NoticeLedger;
  /** Adds a block, with its applicability first, unless it has no text. */
  emit(block: MarkupBlock, place?: Place): void;
  write(element: XmlElement, place: Place): void;
  /** Writes the children of an element, except those with these names. */
  children(element: XmlElement, place: Place, ...except: string[]): void;
  /** The place with the applicability of the element. */
  limited(element: XmlElement, place: Place): Place;
  text(element: XmlElement | undefined): string;
  /** Records a notice of which only the number is known. */
  miss(reference: string): void;
}
