import { child, elements, type XmlElement } from '../../xml/xml-tree.js';
import { isGrave } from './notice-ledger.js';
import { writeGrave, writeReferenced } from './notices.js';
import { within } from './paragraphs.js';
import type { Place, Writer } from './writer.js';

/** Writes a title as a heading, and its content. Warnings and cautions in it govern all of it. */
export function writeSection(
  w: Writer,
  section: XmlElement,
  place: Place,
  title = w.text(child(section, 'title')),
): void {
  if (title !== '') w.emit({ kind: 'heading', text: title, level: place.heading });
  if (title !== '' && place.applicability !== undefined)
    w.emit({ kind: 'paragraph', text: `Applicable to: ${place.applicability}` });
  const inside = title === '' ? place : within(place, { heading: place.heading + 1 });
  const reach = { section: place.heading };
  writeReferenced(w, section, inside, title === '' ? undefined : reach);
  for (const part of elements(section)) {
    if (part.name === 'title') continue;
    if (isGrave(part) && title !== '') writeGrave(w, part, inside, reach);
    else w.write(part, inside);
  }
}

const MAX_TITLE = 150;

/** `Fault code NW-12: Wheel does not turn` */
export function writeFault(w: Writer, fault: XmlElement, place: Place): void {
  const code = fault.attributes.faultCode ?? child(fault, 'fault')?.attributes.faultCode ?? '';
  const description = w.text(child(fault, 'faultDescr'));
  const isShort = description.length <= MAX_TITLE;
  const title = [code && `Fault code ${code}`, isShort && description].filter(Boolean).join(': ');
  const rest = { ...fault, content: fault.content.filter((node) => typeof node === 'string' || !isTold(node)) };
  writeSection(w, rest, place, title);

  function isTold({ name }: XmlElement): boolean {
    return name === 'fault' || (name === 'faultDescr' && isShort && title !== '');
  }
}

/** `Task 001: Lubricate the main wheel bearings` of scheduled maintenance. */
export function writeTask(w: Writer, task: XmlElement, place: Place): void {
  const description = w.text(child(task, 'task', 'taskDescr') ?? child(task, 'taskDescr'));
  const isShort = description.length <= MAX_TITLE;
  const ident = task.attributes.taskIdent ?? '';
  const title = [`Task ${ident}`.trim(), isShort && description].filter(Boolean).join(': ');
  const rest = {
    ...task,
    content: task.content.filter((node) => typeof node === 'string' || node.name !== 'task' || !isShort),
  };
  writeSection(w, rest, place, title);
}
