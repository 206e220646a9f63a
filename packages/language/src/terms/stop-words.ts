import { termOf } from './word-terms.js';

/** Words without a subject. Position, order and negation (on, off, before, after, no, not) are not stop words: they matter. */
const STOP_TERMS = termsOf(
  'a an the of in to for with by at from as into and or ' +
    'is are was were be been being am it its this that these those there here ' +
    'do does did doing done don doesn didn isn aren wasn can could shall should must will would has have had having ' +
    'i me my we us our you your he she they them their who whom whose what which how where when why ' +
    'if then than so such about any some please tell show give find need want know',
);

/** Words that questions are phrased with, and words that are clear only together with others. */
const GENERIC_TERMS = termsOf(
  'value values correct required require requirement procedure procedures process information info detail details manual ' +
    'document documents explain describe mean means many much long often kind type apply applicable allowed allow possible ' +
    'happen happens exactly currently good best steps step say says said specified specify recommended recommend particular ' +
    'different difference purpose reason found become acceptable accepted change time second aircraft airplane perform carry ' +
    'take taken hard heavy tight soon often far fast big high low deep order limit limits maximum minimum permitted number ' +
    'sent send keep put between without within ' +
    'after all already also before but during each either every get gets go her him his just let like ll make may might no ' +
    'nor not now off on once out over per really s t through too under until up use used using very way while',
);

export function isStopWord(term: string): boolean {
  return STOP_TERMS.has(term);
}

/** Whether a term says little about the subject of a question: `value`, `procedure`, `before`. */
export function isGeneric(term: string): boolean {
  return GENERIC_TERMS.has(term);
}

function termsOf(words: string): Set<string> {
  return new Set(words.split(' ').map(termOf));
}
