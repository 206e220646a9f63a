import { child, descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';
import { referencedCode } from '../module/module-index.js';
import { isGrave, referencedIds } from './notice-ledger.js';
import type { NoticeReach } from '../../document/document.types.js';
import type { Place, Writer } from './writer.js';

type Grave = 'warning' | 'caution';

/** Writes the warnings and cautions of a step, nested at any depth or referenced by its attributes, before the step. */
export function writeStepNotices(w: Writer, step: XmlElement, place: Place): void {
  const reach: NoticeReach = { step: place.step };
  writeReferenced(w, step, place, reach);
  for (const notice of elements(step).filter(isGrave)) writeGrave(w, notice, place, reach);
}

/** Writes a warning or caution, also of a repository. Without a reach, its place determines what it governs. */
export function writeGrave(w: Writer, notice: XmlElement, place: Place, reach?: NoticeReach): void {
  w.notices.claim(notice);
  const kind: Grave = notice.name.startsWith('warning') ? 'warning' : 'caution';
  const text = notice.name.endsWith('Ref') ? sharedText(w, notice, kind) : noticeText(w, notice);
  w.emit({ kind, text: `${kind.toUpperCase()}: ${text}`, ...(reach && { reach }) }, w.limited(notice, place));
}

/** Writes the notices in `warningRefs` and `cautionRefs`, unless already written. */
export function writeReferenced(w: Writer, element: XmlElement, place: Place, reach?: NoticeReach): void {
  if (referencedIds(element).length === 0 || !w.notices.claim(element)) return;
  for (const id of referencedIds(element)) {
    const notice = w.index.element(id);
    if (notice && isGrave(notice)) writeGrave(w, notice, place, reach);
    else w.miss(id);
  }
}

/** Writes notices of a collection that nothing references: they govern the whole module. */
export function writeUnreferenced(w: Writer, collection: XmlElement, root: XmlElement, place: Place): void {
  const used = new Set(allReferences(root));
  for (const notice of elements(collection).filter(isGrave)) {
    if (!used.has(notice.attributes.id ?? '')) writeGrave(w, notice, place, { section: place.heading - 1 });
  }
}

/** Writes notices that no writer reached. They govern the whole module, because their context is unknown. */
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

/** Each paragraph and list item on a separate line. */
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

/** Text of a notice of a repository module, or where to read it. */
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
