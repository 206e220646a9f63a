import { ExtractionError } from '../errors/extraction-error.js';
import type { MarkupBlock } from '../document/page-source.js';
import type { XmlLimits } from '../limits/extraction-limits.js';
import { readTree, type XmlElement } from '../xml/xml-tree.js';
import { toNewNames } from './module/dialect.js';
import { readHead, type ModuleHead } from './module/module-head.js';
import { writeModule } from './content/module-writer.js';
import { writePublication } from './publication.js';
import type { Library } from './content/writer.js';

export interface S1000dFile {
  root: XmlElement;
  head: ModuleHead;
  /** Warnings for the user. */
  warnings: string[];
}

/**
 * Reads a module of any issue.
 * @param headOnly omits its content
 * @throws ExtractionError `xml_unknown` for XML of another kind, or as `readTree`
 */
export async function readS1000d(
  chunks: AsyncIterable<Uint8Array>,
  limits: XmlLimits,
  headOnly = false,
): Promise<S1000dFile> {
  const until = headOnly ? 'content' : undefined;
  const { root, warnings } = await readTree(chunks, limits, { translate: toNewNames, until });
  if (root.name !== 'dmodule' && root.name !== 'pm') throw new ExtractionError('xml_unknown', root.name.slice(0, 100));
  return { root: withoutDeleted(root, false), head: readHead(root), warnings };
}

/** Replaces deleted content (`changeType` since issue 4.0, `change` before) by a mark. Deleted cells stay empty to keep the columns. */
function withoutDeleted(element: XmlElement, isContent: boolean): XmlElement {
  const content = element.content.map((node) => {
    if (typeof node === 'string') return node;
    const { changeType, change } = node.attributes;
    if (!isContent || (changeType ?? change) !== 'delete')
      return withoutDeleted(node, isContent || node.name === 'content');
    const removed: XmlElement = { name: 'removed', attributes: {}, content: [] };
    return node.name === 'entry' ? { ...node, content: [removed] } : removed;
  });
  return { ...element, content };
}

/** The module as blocks, and the numbers of notices that are not available. */
export function writeS1000d(
  { root, head }: S1000dFile,
  library: Library,
): { blocks: MarkupBlock[]; missing_notices: string[] } {
  return root.name === 'pm'
    ? { blocks: writePublication(root, head, library), missing_notices: [] }
    : writeModule(root, head, library);
}

/** Maximum names in a sentence. */
const MAX_NAMED = 10;

/** `a, b and 3 more` */
export function named(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

export function missingNoticesWarning(numbers: readonly string[]): string[] {
  if (numbers.length === 0) return [];
  return [
    `WARNINGs and CAUTIONs from data modules that are not in this file are shown by number only: ${named(numbers)}.`,
  ];
}
