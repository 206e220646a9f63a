import { Logger } from '@nestjs/common';
import { newId } from '../../../src/common/ids/type-id.js';
import { hashOf, type HashedFields } from '../../../src/modules/audit/audit-hash.js';
import type { ChainReport } from '../../../src/modules/audit/audit-verification.js';
import { startAuditWorld, type AuditWorld } from '../../support/scenes/audit-world.js';

const EVENTS = 12;

describe('audit verification', () => {
  let world: AuditWorld;
  beforeAll(async () => {
    world = await startAuditWorld();
  });
  afterAll(() => world.stop());

  const record = async (organization: string, count: number): Promise<void> => {
    await world.db.transaction(async () => {
      for (let n = 0; n < count; n += 1) {
        await world.trail.record({ action: `test.act_${n}`, organization_id: organization, details: { n } });
      }
    });
    await world.seal();
  };
  const newChain = async (): Promise<string> => {
    const organization = newId('organization');
    await record(organization, EVENTS);
    return organization;
  };
  /** Rewrites the events from `sequence` with matching hashes and links, as an attacker without the key could. */
  const rewrite = async (organization: string, sequence: number, reach: number): Promise<void> => {
    const rows = await world.sql.query<HashedFields>(
      `SELECT *, sequence::float8 AS sequence FROM audit_events WHERE organization_id = $1 AND sequence >= $2
       ORDER BY audit_events.sequence LIMIT $3`,
      [organization, sequence, reach],
    );
    let previous = rows[0]!.previous_hash;
    for (const row of rows) {
      const changed = { ...row, reason: 'forged', previous_hash: previous };
      previous = hashOf(changed);
      await world.tamper(`UPDATE audit_events SET reason = 'forged', previous_hash = $2, hash = $3 WHERE id = $1`, [
        row.id,
        changed.previous_hash,
        previous,
      ]);
    }
  };
  const brokenAfter = async (organization: string): Promise<ChainReport['broken']> =>
    (await world.verify(organization)).broken;
  const on = (statement: string) => (organization: string) => world.tamper(statement, [organization]);

  const swap = async (organization: string): Promise<void> => {
    const move = 'UPDATE audit_events SET sequence = $3 WHERE organization_id = $1 AND sequence = $2';
    for (const [from, to] of [
      [8, 99],
      [9, 8],
      [99, 9],
    ]) {
      await world.tamper(move, [organization, from, to]);
    }
  };

  it('finds nothing wrong with what nobody touched', async () => {
    const organization = await newChain();
    const [last] = await world.sql.query<{ hash: Buffer }>(
      'SELECT hash FROM audit_events WHERE organization_id = $1 AND sequence = $2',
      [organization, EVENTS],
    );
    expect(await world.verify(organization)).toEqual({
      chain: organization,
      events: EVENTS,
      removed: 0,
      unsealed: 0,
      last_hash: last!.hash.toString('hex'),
      broken: null,
    });
  });

  const WHOSE = 'WHERE organization_id = $1';
  it.each<[what: string, tamper: (organization: string) => Promise<void>, sequence: number, reason: string]>([
    ['a changed detail', on(`UPDATE audit_events SET details = '{"n": 99}' ${WHOSE} AND sequence = 5`), 5, 'changed'],
    ['a changed result', on(`UPDATE audit_events SET result = 'failure' ${WHOSE} AND sequence = 1`), 1, 'changed'],
    [
      'a moved time',
      on(`UPDATE audit_events SET occurred_at = occurred_at - interval '1 ms' ${WHOSE} AND sequence = 12`),
      12,
      'changed',
    ],
    [
      'a target that was not there',
      on(`UPDATE audit_events SET target_id = 'user_x' ${WHOSE} AND sequence = 4`),
      4,
      'changed',
    ],
    [
      'a time without end',
      on(`UPDATE audit_events SET occurred_at = 'infinity' ${WHOSE} AND sequence = 2`),
      2,
      'changed',
    ],
    [
      'a number without end',
      on(`UPDATE audit_events SET sequence = 9223372036854775807 ${WHOSE} AND sequence = 11`),
      11,
      'missing',
    ],
    ['a changed link', on(`UPDATE audit_events SET previous_hash = '\\x00' ${WHOSE} AND sequence = 3`), 3, 'changed'],
    ['an event written anew with its hash', (organization) => rewrite(organization, 6, 1), 6, 'changed'],
    ['the last event written anew with its hash', (organization) => rewrite(organization, 12, 1), 12, 'changed'],
    ['an event taken out', on(`DELETE FROM audit_events ${WHOSE} AND sequence = 7`), 7, 'missing'],
    ['the first event taken out', on(`DELETE FROM audit_events ${WHOSE} AND sequence = 1`), 1, 'missing'],
    ['two events that changed places', swap, 8, 'reordered'],
    ['the tail cut off', on(`DELETE FROM audit_events ${WHOSE} AND sequence > 9`), 10, 'tail_cut'],
    ['all events gone', on(`DELETE FROM audit_events ${WHOSE}`), 1, 'tail_cut'],
    ['the head taken out', on(`DELETE FROM audit_chains WHERE chain = $1`), 12, 'seal_wrong'],
    ['a seal taken off', on(`UPDATE audit_chains SET seal = '' WHERE chain = $1`), 12, 'seal_wrong'],
    ['a seal of the tree taken off', on(`UPDATE audit_chains SET tree_seal = '' WHERE chain = $1`), 12, 'tree_wrong'],
    ['another root of the tree', on(`UPDATE audit_chains SET tree_root = seal WHERE chain = $1`), 12, 'tree_wrong'],
    ['a tile taken out', on(`DELETE FROM audit_tiles WHERE chain = $1`), 1, 'tree_wrong'],
    [
      'a leaf of the tree changed',
      on(`UPDATE audit_tiles SET hashes = set_byte(hashes, 40, 255 - get_byte(hashes, 40)) WHERE chain = $1`),
      1,
      'tree_wrong',
    ],
    [
      'an event before the first',
      on(`INSERT INTO audit_events SELECT 'audit_' || id, organization_id, 0, action, result, reason,
      actor_type, actor_id, session_id, api_key_id, target_type, target_id, ip, user_agent, request_id, details, occurred_at,
      previous_hash, hash FROM audit_events ${WHOSE} AND sequence = 1`),
      0,
      'added',
    ],
  ])('finds %s', async (_what, tamper, sequence, reason) => {
    const organization = await newChain();
    await tamper(organization);
    expect(await brokenAfter(organization)).toEqual({ sequence, reason });
  });

  const cutTail = async (organization: string): Promise<void> => {
    await world.tamper('DELETE FROM audit_events WHERE organization_id = $1 AND sequence > 9', [organization]);
    await world.tamper(
      `UPDATE audit_chains SET last_sequence = 9, last_hash = (
         SELECT hash FROM audit_events WHERE organization_id = $1 AND sequence = 9) WHERE chain = $1`,
      [organization],
    );
  };
  const rewriteAll = async (organization: string): Promise<void> => {
    await rewrite(organization, 1, EVENTS);
    await world.tamper(
      `UPDATE audit_chains SET last_hash = (
         SELECT hash FROM audit_events WHERE organization_id = $1 AND sequence = ${EVENTS}) WHERE chain = $1`,
      [organization],
    );
  };
  const removeHead = (organization: string): Promise<void> =>
    world.tamper('DELETE FROM audit_chains WHERE chain = $1', [organization]);

  it.each([
    ['the tail cut off and the head with it', cutTail, 9],
    ['the whole chain written anew', rewriteAll, EVENTS],
    ['the head taken out', removeHead, EVENTS],
  ])('finds %s, also after the service went on writing', async (_what, tamper, sequence) => {
    const organization = await newChain();
    await tamper(organization);
    if (tamper !== removeHead) expect(await brokenAfter(organization)).toEqual({ sequence, reason: 'seal_wrong' });
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    await record(organization, 2);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    expect(await brokenAfter(organization)).toEqual({ sequence: sequence + 2, reason: 'seal_wrong' });
  });

  it('finds an event that somebody added past the service', async () => {
    const organization = await newChain();
    const head = `SELECT last_sequence, last_hash, seal FROM audit_chains WHERE chain = $1`;
    const [before] = await world.sql.query<{ last_sequence: string; last_hash: Buffer; seal: Buffer }>(head, [
      organization,
    ]);
    await record(organization, 1);
    await world.tamper(`UPDATE audit_chains SET last_sequence = $2, last_hash = $3, seal = $4 WHERE chain = $1`, [
      organization,
      before!.last_sequence,
      before!.last_hash,
      before!.seal,
    ]);
    expect(await brokenAfter(organization)).toEqual({ sequence: EVENTS + 1, reason: 'added' });
  });

  it('reads long chains piece by piece', async () => {
    const organization = newId('organization');
    await record(organization, 2050);
    expect(await world.verify(organization)).toMatchObject({ events: 2050, broken: null });
    await world.tamper('DELETE FROM audit_events WHERE organization_id = $1 AND sequence = 1001', [organization]);
    expect(await brokenAfter(organization)).toEqual({ sequence: 1001, reason: 'missing' });
  });

  it('is not confused by events that are added meanwhile', async () => {
    const organization = await newChain();
    const writing = (async () => {
      for (let n = 0; n < 60; n += 1) await record(organization, 1);
    })();
    const found: unknown[] = [];
    for (let n = 0; n < 10; n += 1) found.push(await brokenAfter(organization));
    await writing;
    expect(found).toEqual(Array.from({ length: 10 }, () => null));
    expect(await world.verify(organization)).toMatchObject({ events: EVENTS + 60, broken: null });
  });

  it('leaves the other chains as they are', async () => {
    const [whole, broken] = [await newChain(), await newChain()];
    await world.tamper('DELETE FROM audit_events WHERE organization_id = $1 AND sequence = 3', [broken]);
    expect(await brokenAfter(broken)).toEqual({ sequence: 3, reason: 'missing' });
    expect(await brokenAfter(whole)).toBeNull();
  });
});
