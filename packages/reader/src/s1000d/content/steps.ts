import { child, elements, type XmlElement } from '../../xml/xml-tree.js';
import { isGrave } from './notice-ledger.js';
import { writeStepNotices } from './notices.js';
import { opening, within, writeParagraph } from './paragraphs.js';
import type { Place, Writer } from './writer.js';

/** Elements with the text of a step, in any kind of procedure. */
const WORDS = /^(?:para|action|simplePara|crewProcedureName|challengeAndResponse|isolationStepQuestion)$/;

/** Writes a step: its warnings and cautions, an item with its number, other content, then sub-steps one level deeper. */
export function writeStep(w: Writer, step: XmlElement, place: Place): void {
  const at = { ...place, step: place.step + 1 };
  writeStepNotices(w, step, at);
  const title = child(step, 'title');
  const words = elements(step).find(({ name }) => WORDS.test(name));
  const { text, rest } = words ? firstWords(w, words) : { text: '', rest: null };
  const number = w.index.numbers.get(step) ?? '';
  const marker = number === '' ? '•' : number.includes('.') ? number : `${number}.`;
  w.emit({ kind: 'list_item', text: [marker, w.text(title), text].filter(Boolean).join(' '), level: at.step }, at);
  const inside = within(at);
  for (const part of elements(step)) {
    if (part === title || isGrave(part)) continue;
    if (part !== words) w.write(part, inside);
    else if (rest && rest.content.length > 0) writeParagraph(w, rest, inside);
  }
}

/** `Brake pads: no cracks` in a crew drill, else the text. */
function firstWords(w: Writer, words: XmlElement): { text: string; rest: XmlElement } {
  if (words.name !== 'challengeAndResponse') {
    const wrapped = elements(words).length === 1 && child(words, 'para');
    return opening(w, wrapped || words);
  }
  const response = child(words, 'response');
  const answer = response && (child(response, 'para') ?? response);
  const { text, rest } = answer ? opening(w, answer) : { text: '', rest: { ...words, content: [] } };
  const others = response ? elements(response).filter((part) => part !== answer) : [];
  const challenge = w.text(child(words, 'challenge'));
  return {
    text: [challenge, text].filter(Boolean).join(': '),
    rest: answer === response ? rest : { ...rest, content: [...rest.content, ...others] },
  };
}

/** `if`, `elseIf` etc. of crew drills: a condition, and steps one level deeper. */
export function writeCase(w: Writer, element: XmlElement, place: Place): void {
  const word = { if: 'If', elseIf: 'Else if' }[element.name] ?? 'Case';
  const level = place.step + 1;
  w.emit({ kind: 'list_item', text: `• ${word}: ${w.text(child(element, 'caseCond'))}`, level }, place);
  w.children(element, within(place, { step: level }), 'caseCond');
}

/** An answer to the question of an isolation step: `• Yes: go to step 3`. */
export function writeAnswer(w: Writer, answer: XmlElement, place: Place): void {
  const label = { yesAnswer: 'Yes', noAnswer: 'No' }[answer.name];
  const next = w.index.label(answer.attributes.nextActionRefId ?? '');
  const text = [[label, w.text(answer)].filter(Boolean).join(' '), next && `go to ${next}`].filter(Boolean).join(': ');
  w.emit({ kind: 'list_item', text: `• ${text}`, level: place.step + 1 }, place);
}
