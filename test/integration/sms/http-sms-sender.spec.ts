import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AppError } from '../../../src/common/errors/app-error.js';
import { HttpSmsSender } from '../../../src/integrations/sms/http-sms-sender.js';
import { parseSmsUrl } from '../../../src/integrations/sms/sms-gateway.js';

interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  form: Record<string, string>;
}

let received: Received[];
let answer: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const form = Object.fromEntries(new URLSearchParams(body));
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, form });
    answer(response);
  });
});
let host: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
  answer = (response) => void response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const PATH = '/2010-04-01/Accounts/AC123/Messages.json';
const MESSAGE = { to: '+4915112345678', text: 'Ihr Code: 123 456 – gültig 5 min & nur einmal' };

function sender(url = `http://AC123:t%3Aoken%2F@${host}${PATH}`, timeoutMs = 5000): HttpSmsSender {
  return new HttpSmsSender({ gateway: parseSmsUrl(url), from: '+15005550006', timeoutMs });
}

async function failure(sending: Promise<void>): Promise<AppError> {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

/** All that a log or a client could show of an error. */
function everythingIn(error: AppError): string {
  const causes: unknown[] = [error.message, error.details, error.stack];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) causes.push(cause.message, cause.stack);
  return JSON.stringify(causes);
}

describe('HttpSmsSender', () => {
  it('posts the form that Twilio takes', async () => {
    await sender().send(MESSAGE);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: 'POST',
      path: PATH,
      form: { To: MESSAGE.to, From: '+15005550006', Body: MESSAGE.text },
    });
    const { authorization, ...headers } = received[0]!.headers;
    expect(authorization).toBe(`Basic ${Buffer.from('AC123:t:oken/').toString('base64')}`);
    expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  });

  it('sends no credentials when there are none', async () => {
    await sender(`http://${host}/send`).send(MESSAGE);
    expect(received[0]!.headers).not.toHaveProperty('authorization');
  });

  it.each([400, 401, 404, 429, 500, 503])(
    'fails when the provider answers %i, repeating nothing of it',
    async (status) => {
      answer = (response) => void response.writeHead(status).end(`{"message":"account AC123 is suspended"}`);
      const error = await failure(sender().send(MESSAGE));
      expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', status: 502, details: { reason: 'sms' } });
      expect(String(error.cause)).toContain(String(status));
      expect(everythingIn(error)).not.toMatch(/AC123|oken|suspended|4915112345678|123 456/);
    },
  );

  it.each([301, 302, 307, 308])('follows no redirect (%i)', async (status) => {
    answer = (response) => void response.writeHead(status, { location: `http://${host}/elsewhere` }).end();
    expect(await failure(sender().send(MESSAGE))).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(received).toHaveLength(1);
  });

  it('gives up on a provider that does not answer', async () => {
    answer = () => undefined;
    const error = await failure(sender(undefined, 300).send(MESSAGE));
    expect(error).toMatchObject({ code: 'UPSTREAM_TIMEOUT', status: 504 });
    expect(everythingIn(error)).not.toMatch(/oken/);
  });

  it('fails when the connection is cut, refused or not encrypted', async () => {
    answer = (response) => void response.destroy();
    expect(await failure(sender().send(MESSAGE))).toMatchObject({ code: 'UPSTREAM_ERROR' });
    const refused = await failure(sender('http://AC123:token@127.0.0.1:1/').send(MESSAGE));
    expect(refused).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(everythingIn(refused)).not.toMatch(/token/);
    expect(await failure(sender(`https://AC123:token@${host}/`).send(MESSAGE))).toMatchObject({
      code: 'UPSTREAM_ERROR',
    });
  });

  it('takes an answer without end for accepted', async () => {
    answer = (response) => void response.writeHead(200).write('{');
    await sender(undefined, 2000).send(MESSAGE);
  });
});
