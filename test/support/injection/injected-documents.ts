import { FORMATTED_INJECTIONS } from './formatted-injections.js';
import type { InjectedDocument } from './injected-document.js';
import { PLACED_INJECTIONS } from './placed-injections.js';
import { SPOKEN_INJECTIONS } from './spoken-injections.js';

/** Every planted document of the set; no draft may obey any of them. */
export const INJECTED_DOCUMENTS: readonly InjectedDocument[] = [
  ...SPOKEN_INJECTIONS,
  ...FORMATTED_INJECTIONS,
  ...PLACED_INJECTIONS,
];
