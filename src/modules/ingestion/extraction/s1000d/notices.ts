import { child, descendants, elements, plainText, type XmlElement } from '../xml/xml-tree.js';
import { referencedCode } from './module-index.js';
import { isGrave, referencedIds } from './notice-ledger.js';
import type { NoticeReach } from '../extraction.types.js';
import type { Place, Writer } from './writer.js';

type Grave = 'warning' | 'caution';

/**
 * Writes what governs a step: its own warnings and cautions, wherever in it they stand, and those that its attributes
 * name. They go before the step: whoever does it must have read them.
 */
export function writeStepNotices(w: Writer, step: XmlElement, place: Place): void {
  const reach: NoticeReach = { step: place.step };
  writeReferenced(w, step, place, reach);
  for (const notice of elements(step).filter(isGrave)) writeGrave(w, notice, place, reach);
}

/** Writes a warning or caution, or what one that is kept elsewhere says. Without a reach, its place tells what it governs. */
export function writeGrave(w: Writer, notice: XmlElement, place: Place, reach?: NoticeReach): void {
  w.notices.claim(notice);
  const kind: Grave = notice.name.startsWith('warning') ? 'warning' : 'caution';
  const text = notice.name.endsWith('Ref') ? sharedText(w, notice, kind) : noticeText(w, notice);
  w.emit({ kind, text: `${kind.toUpperCase()}: ${text}`, ...(reach && { reach }) }, w.limited(notice, place));
}

/** Writes the notices that `warningRefs` and `cautionRefs` of an element name, unless that was done. */
export function writeReferenced(w: Writer, element: XmlElement, place: Place, reach?: NoticeReach): void {
  if (referencedIds(element).length === 0 || !w.notices.claim(element)) return;
  for (const id of referencedIds(element)) {
    const notice = w.index.element(id);
    if (notice && isGrave(notice)) writeGrave(w, notice, place, reach);
    else w.miss(id);
  }
}

/** A collection is written where its notices are referred to; those that nothing refers to govern the whole module. */
export function writeUnreferenced(w: Writer, collection: XmlElement, root: XmlElement, place: Place): void {
  const used = new Set(allReferences(root));
  for (const notice of elements(collection).filter(isGrave)) {
    if (!used.has(notice.attributes.id ?? '')) writeGrave(w, notice, place, { section: place.heading - 1 });
  }
}

/** Writes what no writer came by: it governs all of the module, as nobody can tell what else it was meant for. */
export function writeForgotten(w: Writer, content: XmlElement, place: Place): void {
  const reach = { section: place.heading - 1 };
  for (const element of [...w.notices.forgotten(content)]) {
    if (isGrave(element)) writeGrave(w, element, place, reach);
    else writeReferenced(w, element, place, reach);
  }
}

export function writeNote(w: Writer, note: XmlElement, place: Place): void {
  w.emit({ kind: 'note', text: `NOTE: ${noticeText(w, note)}` }, place);
}

/** Paragraphs and list items on lines of their own. */
function noticeText(w: Writer, notice: XmlElement): string {
  const parts = elements(notice).filter(({ name }) => name !== 'symbol');
  if (parts.length === 0) return w.text(notice);
  return parts.flatMap((part) => linesOf(w, part)).join('\n');
}

function linesOf(w: Writer, part: XmlElement): string[] {
  const items = descendants(part, 'attentionRandomListItem', 'attentionSequentialListItem', 'listItem');
  if (items.length === 0) return [w.text(part)].filter(Boolean);
  const isList = /List$/.test(part.name);
  const head = isList
    ? ''
    : w.text({ ...part, content: part.content.filter((node) => typeof node === 'string' || !/List$/.test(node.name)) });
  return [head, ...items.map((item) => `• ${w.text(item)}`)].filter(Boolean);
}

/** What a notice of a repository module says, or where to read it. */
function sharedText(w: Writer, reference: XmlElement, kind: Grave): string {
  const ident = reference.attributes[`${kind}IdentNumber`] ?? reference.attributes.id ?? '';
  const [module] = descendants(reference, 'dmRef');
  const shared = w.library.noticeOf(kind, ident, module ? referencedCode(module) : null);
  if (shared) return noticeText(w, shared);
  w.miss(ident);
  return `Refer to ${[ident, w.text(module)].filter(Boolean).join(' in ')}.`;
}

/** Notices of a `warningRepository` or `cautionRepository` by their numbers, as `kind ident`. */
export function repositoryNotices(root: XmlElement): Map<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const kind of ['warning', 'caution'] as const) {
    for (const spec of descendants(root, `${kind}Spec`)) {
      const ident =
        child(spec, `${kind}Ident`)?.attributes[`${kind}IdentNumber`] ?? spec.attributes[`${kind}IdentNumber`];
      const [notice] = descendants(spec, kind);
      if (ident !== undefined && notice && plainText(notice) !== '') found.set(`${kind} ${ident}`, notice);
    }
  }
  return found;
}

function allReferences(element: XmlElement): string[] {
  return [...referencedIds(element), ...elements(element).flatMap(allReferences)];
}
