/**
 * Tests the README's steps on a freshly started service: waits until it listens and has read the sample library, signs
 * in, uploads, searches and asks. Fails at the first deviation.
 *   node scripts/smoke.mjs DATA_DIR    DATA_DIR/out.log contains the service's standard output
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { followGuide } from './follow-guide.mjs';
import { readyService, secondsPassed, until } from './started-service.mjs';

const [dataDir] = process.argv.slice(2);
const base = await readyService(dataDir);
console.log(`ready after ${secondsPassed()} s`);

await until('sign-in data', () => existsSync(path.join(dataDir, 'demo-credentials.json')));
const { users } = JSON.parse(readFileSync(path.join(dataDir, 'demo-credentials.json'), 'utf8'));
const { email, password } = users.find(({ role }) => role === 'admin');

async function call(method, route, body, token) {
  const response = await fetch(`${base}/api/v1${route}`, {
    method,
    headers: {
      ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body instanceof FormData ? body : body && JSON.stringify(body),
  });
  const answer = await response.json();
  assert.ok(response.ok, `${method} ${route}: ${response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

// The file is written shortly before its users exist.
const { access_token: token } = await until('a user to sign in', () =>
  call('POST', '/auth/login', { email, password }).catch((error) => {
    if (!error.message.includes(': 401 ')) throw error;
  }),
);

const form = new FormData();
form.set('title', 'Smoke test card');
form.set('document_type', 'TASK_CARD');
form.set('aircraft_type', 'TR46');
form.set('version', '1');
form.set(
  'file',
  new Blob(['TASK CARD 99-00-00\n\n1. Grease the smoke detector bracket pivot with 3 g of grease G-11.\n']),
  'card.txt',
);
const { id } = await call('POST', '/documents', form, token);
await until(
  'the upload is read',
  async () => (await call('GET', `/documents/${id}`, undefined, token)).ingestion.state === 'ready',
);
await until('the sample library is read', async () => !existsSync(path.join(dataDir, 'demo-library-pending')));
console.log(`sample library read after ${secondsPassed()} s`);

const [found] = await call('POST', '/search/documents', { query: 'grease the smoke detector bracket' }, token);
assert.equal(found.id, id);
assert.equal(found.matches[0].page_number, 1);

const session = await call(
  'POST',
  '/chat/sessions',
  { copilot_type: 'mro', initial_message: 'How much grease for the smoke detector bracket pivot?' },
  token,
);
const answer = session.messages[1];
assert.equal(answer.answer_status, 'grounded');
assert.match(answer.content, /3 g of grease G-11/);
assert.equal(answer.citations[0].document_id, id);

// The guide tells readers to compile it.
execFileSync('npx', ['tsc', '-b', 'sdk/src/cli'], { cwd: path.join(import.meta.dirname, '..') });
followGuide('docs/guides/airworthiness.md', base, dataDir);
console.log('smoke test passed');
