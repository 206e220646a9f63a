import { RECORDED } from './aircraft-record.js';

/** What can decide whether texts apply. */
const DECIDING = RECORDED.filter((field) => field !== 'status');

/** SQL of a digest of what can decide whether texts apply to an aircraft. @param row SQL of its row as `jsonb` */
export const aircraftDigest = (row: string): string =>
  `md5(jsonb_build_array(${DECIDING.map((field) => `${row} -> '${field}'`).join(', ')})::text)`;

/** SQL condition: the register has other data of an aircraft than those of the digest, or no longer has it. @param id, digest SQL */
export const aircraftChanged = (id: string, digest: string): string =>
  `NOT EXISTS (SELECT FROM aircraft now_a WHERE now_a.id = ${id} AND ${aircraftDigest('to_jsonb(now_a)')} = ${digest})`;
