import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@amks/reader/processes/installation.js';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { Json } from '../../support/api/api-client.js';
import { errorOf } from '../../support/manuals/manual.js';
import { assign, mine, people, sign } from '../../support/scenes/assignment-scene.js';
import { Machine } from '../../support/scenes/command-line-scene.js';
import { ok } from '../../support/scenes/webhook-acts.js';
import { startWorld, type SignedIn, type TestWorld } from '../../support/service/test-world.js';

interface Evidence {
  payload: Json;
  jws: string;
  public_key: Json;
}

describe('evidence of an acknowledgement', () => {
  let world: TestWorld;
  let admin: SignedIn;
  let one: Json;
  let evidence: Evidence;
  let keys: JSONWebKeySet;
  const machine = new Machine(() => ({}));
  beforeAll(async () => {
    world = await startWorld({ shared: true });
    admin = await world.signIn({ role: 'admin' });
    const document = await world.documents.document({ id: admin.user.organizationId }, { title: 'Räder – 主轮 "A"' });
    await ok(assign(admin.api, document, people(admin.user.id), { statement: 'Gelesen und verstanden: 了解.' }));
    [one] = (await mine(admin.api)) as [Json];
    await ok(sign(admin.api, one));
    evidence = (await admin.api.get(`/acknowledgements/${one.id}/evidence`)).body;
    keys = JSON.parse((await world.api.get('/.well-known/evidence-jwks.json')).text) as JSONWebKeySet;
    machine.home.write('keys.json', JSON.stringify(keys));
  });
  afterAll(async () => {
    machine.remove();
    await world.stop();
  });

  const verified = async (file: unknown, ...options: string[]): Promise<[number | null, Json]> => {
    machine.home.write('evidence.json', typeof file === 'string' ? file : JSON.stringify(file));
    const { code, output, errors } = await machine.run('evidence', 'verify', 'evidence.json', '--json', ...options);
    return [code, output === '' ? errors : JSON.parse(output)];
  };
  const TRUSTED = ['--jwks', 'keys.json'];
  const EMBEDDED = '--embedded-key';
  /** With another payload, as the file shows it and as the JWS has it. */
  const changed = (changes: Json): Evidence => {
    const payload = { ...evidence.payload, ...changes };
    const [head, , signature] = evidence.jws.split('.');
    return {
      ...evidence,
      payload,
      jws: `${head}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`,
    };
  };
  /** By a key of a forger, with the file's own form. */
  const forged = (header: Json = {}): Evidence => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { e, kty, n } = pair.publicKey.export({ format: 'jwk' });
    const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const input = `${encode({ alg: 'RS256', kid, typ: 'acknowledgement-evidence+jws', ...header })}.${encode(evidence.payload)}`;
    const jws = `${input}.${signWith('sha256', Buffer.from(input), pair.privateKey).toString('base64url')}`;
    return { payload: evidence.payload, jws, public_key: { e, kty, n, kid } };
  };

  it('binds person, time, file and statement', () => {
    expect(evidence.payload).toEqual({
      ...{ evidence_version: 1, issuer: expect.any(String), livemode: true },
      ...{ acknowledgement_id: one.id, assignment_id: one.assignment_id },
      organization: { id: admin.user.organizationId, name: expect.any(String) },
      document: one.document,
      ...{ revision: one.revision, scope: 'revision', changes_from: null, statement: one.statement },
      signer: { id: admin.user.id, name: admin.user.name },
      assigned_by: { id: admin.user.id, name: admin.user.name },
      ...{ due_at: one.due_at, identity_proven_at: expect.any(String), signed_at: expect.any(String) },
    });
    expect(keys.keys).toContainEqual(evidence.public_key);
    expect(JSON.stringify(evidence)).not.toContain(admin.user.email);
  });

  it('is verified by a library for JWS', async () => {
    const { payload, protectedHeader } = await compactVerify(evidence.jws, createLocalJWKSet(keys));
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(evidence.payload);
    expect(protectedHeader).toEqual({
      alg: 'RS256',
      kid: evidence.public_key.kid,
      typ: 'acknowledgement-evidence+jws',
    });
  });

  it('is no token', async () => {
    expect((await world.api.withBearer(evidence.jws).get('/users/me')).status).toBe(401);
  });

  it('is verified by amk', async () => {
    const valid = { valid: true, kid: evidence.public_key.kid as string, problem: null, payload: evidence.payload };
    expect(await verified(evidence, ...TRUSTED)).toEqual([0, { ...valid, trusted: true }]);
    expect((await verified(evidence))[0]).toBe(2);
    expect((await verified(evidence, ...TRUSTED, EMBEDDED))[0]).toBe(2);
  });

  it('is never valid by the key in the file, which a forger can make', async () => {
    const selfMade = forged();
    for (const file of [evidence, selfMade]) {
      const kid = file.public_key.kid as string;
      const problem = expect.stringContaining('consistent with the key that it contains');
      const { payload } = evidence;
      expect(await verified(file, EMBEDDED)).toEqual([3, { valid: false, trusted: false, kid, problem, payload }]);
      const { code, output, errors } = await machine.run('evidence', 'verify', 'evidence.json', EMBEDDED);
      expect([code, output, errors]).toEqual([
        ...[3, expect.stringContaining(`${admin.user.name} (${admin.user.id}) signed at`)],
        expect.stringContaining('proves nothing'),
      ]);
      expect(`${output}${errors}`).not.toMatch(/\bvalid\b/);
    }
    expect((await verified(selfMade))[0]).toBe(2);
  });

  it('that was changed or forged is refused by amk', async () => {
    const other = { id: 'user_x', name: 'Eve' };
    const { jws, public_key } = evidence;
    for (const [file, ...options] of [
      [changed({ signer: other }), ...TRUSTED],
      [changed({ signer: other }), EMBEDDED],
      [{ ...evidence, payload: { ...evidence.payload, signer: other } }, ...TRUSTED],
      [{ ...evidence, jws: `${jws.slice(0, -8)}AAAAAAAA` }, ...TRUSTED],
      [{ ...evidence, jws: `${jws}.x` }, ...TRUSTED],
      [{ ...evidence, jws: 'x' }, ...TRUSTED],
      [forged(), ...TRUSTED],
      [forged({ kid: public_key.kid as string }), ...TRUSTED],
      [forged({ kid: public_key.kid as string }), EMBEDDED],
      [forged({ typ: 'at+jwt' }), EMBEDDED],
      [forged({ alg: 'none' }), EMBEDDED],
      [{ ...forged(), public_key: { kty: 'RSA', n: 'x', e: 'y' } }, EMBEDDED],
    ] as [unknown, ...string[]][]) {
      const [code, { valid, problem }] = await verified(file, ...options);
      expect([code, valid, problem]).toEqual([1, false, expect.stringMatching(/./)]);
    }
    machine.home.write('evidence.json', JSON.stringify(changed({ signer: other })));
    const { code, output, errors } = await machine.run('evidence', 'verify', 'evidence.json', ...TRUSTED);
    expect([code, output, errors]).toEqual([1, '', expect.stringContaining('proves nothing')]);
    for (const file of ['{}', 'x']) expect((await verified(file, ...TRUSTED))[0]).toBe(2);
    expect((await machine.run('evidence', 'verify', 'missing.json', ...TRUSTED)).code).toBe(2);
    machine.home.write(
      'old.json',
      JSON.stringify({ keys: [{ ...public_key, compromised_at: '2027-01-01T00:00:00Z' }] }),
    );
    expect((await verified(evidence, '--jwks', 'old.json'))[1].problem).toMatch('audit trail');
  });

  it('is verified by the script of the guide', async () => {
    const guide = await readFile(path.join(projectRoot(), 'docs/guides/read-and-understood.md'), 'utf8');
    const script = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(22);
    machine.home.write('verify.mjs', script);
    const run = async (file: unknown): Promise<string> => {
      machine.home.write('evidence.json', JSON.stringify(file));
      const files = ['verify.mjs', 'evidence.json', 'keys.json'].map((name) => machine.home.at(name));
      return promisify(execFile)(process.execPath, files).then(
        ({ stdout }) => stdout,
        () => 'refused',
      );
    };
    expect(await run(evidence)).toContain(admin.user.id);
    for (const file of [changed({ statement: 'x' }), forged(), forged({ kid: evidence.public_key.kid as string })])
      expect(await run(file)).toBe('refused');
  });

  it('is a PDF with the file attached, for those who ask for it', async () => {
    const address = `/acknowledgements/${one.id}/evidence`;
    for (const [query, accept] of [
      ['?format=pdf', 'application/json'],
      ['', 'application/pdf'],
    ] as const) {
      const response = await fetch(`${world.service.baseUrl}/api/v1${address}${query}`, {
        headers: { authorization: `Bearer ${admin.accessToken}`, accept },
      });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(response.headers.get('content-disposition')).toContain(`${one.id}.pdf`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.toString('latin1')).toContain('/EmbeddedFile');
    }
    expect((await admin.api.get(`${address}?format=xml`)).status).toBe(400);
  });

  it('is there for signed acknowledgements only, and on record in the audit trail', async () => {
    const document = await world.documents.document({ id: admin.user.organizationId });
    await ok(assign(admin.api, document, people(admin.user.id)));
    const [pending] = await mine(admin.api);
    const refused = await admin.api.get(`/acknowledgements/${pending!.id}/evidence`);
    expect(errorOf(refused)).toEqual({ status: 409, reason: 'not_signed' });
    const [event] = (await ok(admin.api.get('/audit-events?action=acknowledgement.signed'))) as Json[];
    expect(event).toMatchObject({
      target: { type: 'acknowledgement', id: one.id },
      details: { evidence_sha256: createHash('sha256').update(evidence.jws).digest('hex') },
    });
  });
});
