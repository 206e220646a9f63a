import type { MarkupBlock } from '../document/page-source.js';
import { child, descendants, elements, plainText, type XmlElement } from '../xml/xml-tree.js';
import { InlineText } from './content/inline-text.js';
import { ModuleIndex, referencedCode } from './module/module-index.js';
import type { ModuleHead } from './module/module-head.js';
import { identity } from './content/module-writer.js';
import type { Library } from './content/writer.js';

/** A line of a publication: a part title or a data module. The outermost `level` is 1. */
export type PublicationEntry =
  | { kind: 'title'; title: string; level: number }
  | { kind: 'module'; dmc: string; level: number; reference: XmlElement };

/** The entries of a publication module in order. */
export function publicationEntries(root: XmlElement): PublicationEntry[] {
  const content = child(root, 'content');
  return content ? elements(content, 'pmEntry').flatMap((entry) => entriesOf(entry, 1)) : [];
}

function entriesOf(entry: XmlElement, level: number): PublicationEntry[] {
  const title = plainText(child(entry, 'pmEntryTitle') ?? child(entry, 'title'));
  const below = title === '' ? level : level + 1;
  const inside = elements(entry).flatMap((part): PublicationEntry[] => {
    if (part.name === 'pmEntry') return entriesOf(part, below);
    const dmc = part.name === 'dmRef' ? referencedCode(part) : null;
    return dmc === null ? [] : [{ kind: 'module', dmc, level: below, reference: part }];
  });
  return title === '' ? inside : [{ kind: 'title', title, level }, ...inside];
}

/** Writes the contents list of a publication, without its modules. */
export function writePublication(root: XmlElement, head: ModuleHead, library: Library): MarkupBlock[] {
  const inline = new InlineText(new ModuleIndex(root, library.properties), library, {
    addCaveat: () => undefined,
    meet: () => undefined,
    notice: () => undefined,
  });
  const blocks: MarkupBlock[] = [
    { kind: 'heading', text: head.title, level: 1, identifiers: head.dmc === '' ? [] : [head.dmc, `PMC-${head.dmc}`] },
    { kind: 'paragraph', text: identity(head) },
  ];
  if (head.applicability !== null) blocks.push({ kind: 'paragraph', text: `Applicability: ${head.applicability}` });
  for (const entry of publicationEntries(root)) {
    if (entry.kind === 'title') blocks.push({ kind: 'heading', text: entry.title, level: entry.level + 1 });
    else
      blocks.push({
        kind: 'list_item',
        text: `• ${inline.module(entry.reference)}${issueOf(entry.reference)}`,
        level: 1,
      });
  }
  return blocks.filter(({ text }) => text !== '');
}

function issueOf(reference: XmlElement): string {
  const { issueNumber, inWork } = descendants(reference, 'issueInfo')[0]?.attributes ?? {};
  return issueNumber === undefined ? '' : `, issue ${[issueNumber, inWork].filter(Boolean).join('-')}`;
}
