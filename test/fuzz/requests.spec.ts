import fc from 'fast-check';
import { startWorld, type TestWorld } from '../support/service/test-world.js';
import { AnswerCheck, type Answer } from './support/answer-check.js';
import { readApiDescription } from '../support/api/api-description.js';
import { newRound, type Credentials } from './support/callers.js';
import { RequestGenerator, type GeneratedRequest } from './support/request-generator.js';

/** 42 rounds of 60 times 8 requests at the same time: 20,160. */
const ROUNDS = 42;
const VOLLEYS = 60;
const AT_A_TIME = 8;

/** Failed sign-ins of these requests must not lock out those whose address the rounds sign in from. */
const ELSEWHERE = '198.51.100.7';

/** Ids remembered from answers: more would make those of this moment rare. */
const MOST_KNOWN = 400;
const ID = /\b[a-z]+(?:_[a-z]+)?_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/** The same requests each time, as far as ids allow; FUZZ_SEED=random or a number makes others. */
const { FUZZ_SEED = '1' } = process.env;
const seed = FUZZ_SEED === 'random' ? Date.now() % 2 ** 31 : Number(FUZZ_SEED);

describe('requests made from openapi.json', () => {
  const api = readApiDescription();
  const check = new AnswerCheck(api);
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  let world: TestWorld;

  beforeAll(async () => {
    // Streams end by themselves; nothing is read, so that what is uploaded costs no more than its request.
    world = await startWorld({
      env: {
        TRUST_PROXY: '127.0.0.1',
        NOTIFICATION_STREAM_SECONDS: '1',
        CHAT_STREAM_SECONDS: '5',
        INGESTION_CONCURRENCY: '0',
      },
    });
  });
  afterAll(() => world.stop());

  const send = async (request: GeneratedRequest, credentials: Credentials): Promise<Answer> => {
    const { operation, path, headers, body } = request;
    const response = await fetch(`${world.service.baseUrl}/api/v1${path}`, {
      method: operation.method,
      headers: { accept: 'application/json', 'x-forwarded-for': ELSEWHERE, ...headers, ...credentials },
      body: body ?? null,
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  const remember = (known: string[], { status, text }: Answer): void => {
    if (status >= 300) return;
    for (const id of new Set(text.match(ID) ?? [])) if (!known.includes(id)) known.push(id);
    if (known.length > MOST_KNOWN) known.splice(20, known.length - MOST_KNOWN);
  };

  it.each(Array.from({ length: ROUNDS }, (_, round) => [seed + round]))(
    'are answered as it says, and never by a failure (seed %i)',
    async (roundSeed) => {
      const { callers, known } = await newRound(world);
      const generator = new RequestGenerator(api, known, callers.length);
      const volley = fc.array(generator.request(), { minLength: AT_A_TIME, maxLength: AT_A_TIME });
      const problems = new Map<string, string>();
      const fire = async (requests: GeneratedRequest[]): Promise<void> => {
        const answers = await Promise.all(requests.map((request) => send(request, callers[request.caller] ?? {})));
        for (const [index, answer] of answers.entries()) {
          const request = requests[index];
          if (!request) continue;
          const operation = `${request.operation.method} ${request.operation.template}`;
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          if (answer.status < 300) succeeded.add(operation);
          remember(known, answer);
          const problem = check.problemOf(request.operation, answer);
          if (problem !== null) problems.set(`${operation} ${answer.status}: ${problem}`, described(request, answer));
        }
      };
      await fc.assert(fc.asyncProperty(volley, fire), { seed: roundSeed, numRuns: VOLLEYS });
      expect(Object.fromEntries(problems)).toEqual({});
    },
  );

  it('were many, and half of the operations have been done, not only refused', () => {
    const sum = [...statuses.values()].reduce((total, count) => total + count, 0);
    expect(sum).toBeGreaterThanOrEqual(20_000);
    expect(succeeded.size).toBeGreaterThan(0.45 * api.operations.length);
    expect(world.service.logs().filter(({ level }) => level === 'fatal')).toEqual([]);
    process.stdout.write(
      `${sum} requests, ${succeeded.size} of ${api.operations.length} operations done; ${JSON.stringify(Object.fromEntries(statuses))}\n`,
    );
  });
});

function described({ caller, path, headers, body }: GeneratedRequest, { text }: Answer): string {
  const content = body instanceof FormData ? [...body.keys()] : body;
  return `${path} ${JSON.stringify({ caller, headers, body: content })}`.slice(0, 1500) + ` → ${text.slice(0, 500)}`;
}
