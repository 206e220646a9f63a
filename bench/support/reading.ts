import { MiniLmModel } from '@amks/reader/minilm/minilm-model.js';
import { embeddingText } from '@amks/reader/passages/passages.js';
import type { World } from './world.js';

/** Passages embedded for the floor. */
const FLOOR_PASSAGES = 200;

/** Passages per second that one core embeds, without other work. @param documentId of the passages; default: of all */
export async function embeddingFloor({ db }: World, title: string, documentId?: string): Promise<number> {
  const { rows } = await db.query<{ text: string; section: string[] }>(
    'SELECT text, section FROM passages WHERE $1::text IS NULL OR document_id = $1 ORDER BY document_id, ordinal LIMIT $2',
    [documentId ?? null, FLOOR_PASSAGES],
  );
  const texts = rows.map((passage) => embeddingText(passage, title));
  const model = await MiniLmModel.load();
  await model.embed(texts.slice(0, 1));
  const before = process.cpuUsage();
  await model.embed(texts);
  const { user, system } = process.cpuUsage(before);
  await model.close();
  return rows.length / ((user + system) / 1e6);
}

export async function passageCount({ db }: World): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM passages');
  return rows[0]!.count;
}

/** The text of a task card with numbers that no other has. */
export function card(n: number): string {
  const steps = Array.from(
    { length: 24 },
    (_, i) => `(${i + 1}) Torque bolt ${n}-${i + 1} of the access panel to ${20 + ((n + i) % 40)} N·m and record it.`,
  );
  return [`TASK CARD ${n}`, '', 'WARNING: Depressurize the system before you open the panel.', '', ...steps].join('\n');
}
