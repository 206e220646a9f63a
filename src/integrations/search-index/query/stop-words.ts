import { termOf } from './word-terms.js';

/**
 * Words that say nothing of what a passage is about, and those questions are wrapped in. Words that tell positions, order
 * or negation (on, off, up, before, after, no, not, all) are none: to a technician they make the difference.
 */
const WORDS =
  'a an the of in to for with by at from as into and or ' +
  'is are was were be been being am it its this that these those there here ' +
  'do does did doing done don doesn didn isn aren wasn can could shall should must will would has have had having ' +
  'i me my we us our you your he she they them their who whom whose what which how where when why ' +
  'if then than so such about any some please tell show give find need want know';

const STOP_TERMS = new Set(WORDS.split(' ').map(termOf));

/** Whether a term of `analyze` is that of a stop word. */
export function isStopWord(term: string): boolean {
  return STOP_TERMS.has(term);
}
