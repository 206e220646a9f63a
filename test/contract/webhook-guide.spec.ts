import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What docs/guides/webhooks.md tells receivers to run is run here, each in its own language. */
const guide = readFileSync(path.join(__dirname, '../../docs/guides/webhooks.md'), 'utf8');

function codeOf(language: string): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  return code;
}

interface Call {
  headers: Record<string, string | undefined>;
  body: string;
  secret: string;
}

const runners: Record<string, (call: Call) => string> = {
  js: (call) =>
    execFileSync('node', ['--input-type=module'], {
      input: `${codeOf('js')}
const { headers, body, secret } = ${JSON.stringify(call)};
try { console.log(verify(headers, body, secret).event); } catch (error) { console.log(error.message); }`,
      encoding: 'utf8',
    }).trim(),
  python: (call) =>
    execFileSync('python3', ['-'], {
      input: `${codeOf('python')}
call = json.loads(${JSON.stringify(JSON.stringify(call))})
try:
    print(verify(call["headers"], call["body"].encode(), call["secret"])["event"])
except ValueError as error:
    print(error)`,
      encoding: 'utf8',
    }).trim(),
};

const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;

function call(
  changes: { at?: number; timestamp?: string; body?: string; signatures?: (good: string) => string } = {},
): Call {
  const body = JSON.stringify({
    event: 'webhook.test',
    data: { note: 'Größe ✓' },
    timestamp: '2026-11-21T00:00:00.000Z',
  });
  const timestamp = changes.timestamp ?? String(Math.floor(Date.now() / 1000) + (changes.at ?? 0));
  const good = `v1,${createHmac('sha256', key).update(`event_1.${timestamp}.${body}`).digest('base64')}`;
  const headers = {
    'webhook-id': 'event_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': changes.signatures?.(good) ?? good,
  };
  return { headers, body: changes.body ?? body, secret };
}

// In CI there has to be one; elsewhere Python is nobody's duty.
const hasPython = process.env.CI === 'true' || spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('skipped: the guide in Python (no python3 found)\n');
const languages = Object.entries(runners).filter(([language]) => language !== 'python' || hasPython);

describe.each(languages)('the verification of the guide in %s', (_language, run) => {
  it('takes what is signed, also beside the signature of another secret', () => {
    expect(run(call())).toBe('webhook.test');
    expect(run(call({ signatures: (good) => `v1,${randomBytes(32).toString('base64')} ${good}` }))).toBe(
      'webhook.test',
    );
  });

  it.each([
    ['another body', call({ body: '{"event":"document.deleted"}' }), 'not signed with our secret'],
    [
      'another version of the signature',
      call({ signatures: (good) => good.replace('v1,', 'v1a,') }),
      'not signed with our secret',
    ],
    ['no signature', call({ signatures: () => 'v1,' }), 'not signed with our secret'],
    ['no headers at all', { ...call(), headers: {} }, 'not a webhook'],
    ['a time that is none', call({ timestamp: 'soon' }), 'too old, or from the future'],
    ['an old call sent again', call({ at: -301 }), 'too old, or from the future'],
    ['one from the future', call({ at: 3600 }), 'too old, or from the future'],
  ])('refuses %s', (_case, given, words) => {
    expect(run(given)).toBe(words);
  });
});
