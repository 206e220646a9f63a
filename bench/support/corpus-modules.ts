import type { ExpectedModule } from './corpus-files.js';
import type { World } from './world.js';

interface Block {
  kind: string;
  text: string;
  identifiers?: string[];
}

/** Differences between the read data module and the corpus's description, or an empty list. */
export async function differencesOf({ db }: World, documentId: string, expected: ExpectedModule): Promise<string[]> {
  const { rows } = await db.query<{ blocks: Block[] }>(
    `SELECT p.blocks FROM pages p JOIN document_revisions r ON r.id = p.revision_id
     WHERE r.document_id = $1 ORDER BY p.page_number`,
    [documentId],
  );
  const blocks = rows.flatMap((row) => row.blocks);
  const count = (kind: string): number => blocks.filter((block) => block.kind === kind).length;
  const [heading] = blocks;
  const checks: [string, boolean][] = [
    ['title', heading?.text === expected.title],
    // Publication modules have no data module code.
    ['code', expected.id === undefined || (heading?.identifiers ?? []).includes(expected.id)],
    ['warnings', count('warning') === (expected.warnings ?? 0) + (expected.warning_refs ?? 0)],
    ['cautions', count('caution') === (expected.cautions ?? 0) + (expected.caution_refs ?? 0)],
    // List items count as steps here although they are not steps of the file; pictures of parts tables likewise.
    ['steps', count('list_item') >= (expected.steps ?? 0)],
    ['figures', count('figure') >= (expected.figures ?? 0)],
    ['applicability', !expected.applic || blocks.some(({ text }) => text === `Applicability: ${expected.applic}`)],
  ];
  return checks.flatMap(([name, isRight]) => (isRight ? [] : [`other ${name}`]));
}
