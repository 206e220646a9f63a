/**
 * Exports the rated answers of an organization, with their questions, as an evaluation set:
 *   npm run feedback:export -- --organization org_… --out DIR
 * Each line of DIR/questions.jsonl is {id, question, turns, copilot_type, filters, rating, answer, answer_status,
 * citations}. It contains users' questions: protect it like the conversations.
 */
import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { withApplication } from '../src/start/application-context.js';
import { isId } from '../src/common/ids/type-id.js';
import { FeedbackService } from '../src/modules/chat/feedback/feedback.service.js';

const { values } = parseArgs({ options: { organization: { type: 'string' }, out: { type: 'string' } } });
const { organization = '', out } = values;
if (!isId('organization', organization) || out === undefined) {
  console.error('usage: npm run feedback:export -- --organization org_… --out DIR');
  process.exit(2);
}

await withApplication(async (app) => {
  const set = app.get(FeedbackService, { strict: false }).evaluationSet(organization);
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const one of set) {
      count += 1;
      yield `${JSON.stringify(one)}\n`;
    }
  }
  await mkdir(out, { recursive: true });
  const file = path.join(out, 'questions.jsonl');
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }));
  console.log(`${count} rated answers in ${file}`);
});
