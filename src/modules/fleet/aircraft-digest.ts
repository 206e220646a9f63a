/** What verdicts read of an aircraft. */
const FIELDS = [
  'registration',
  'serial_number',
  'line_number',
  'fleet_number',
  'aircraft_type',
  'model',
  'configuration_codes',
];

/** SQL of a digest of what decides whether texts apply to an aircraft. @param row SQL of its row as `jsonb` */
export const aircraftDigest = (
  row: string,
): string => `md5(jsonb_build_array(${FIELDS.map((field) => `${row} -> '${field}'`).join(', ')},
    (SELECT jsonb_agg(e -> 'model') FROM jsonb_array_elements(${row} -> 'components') e WHERE e ->> 'kind' = 'engine'),
    (SELECT jsonb_agg(jsonb_build_array(m -> 'kind', m -> 'number', m -> 'status')) FROM jsonb_array_elements(${row} -> 'modifications') m))::text)`;

/** SQL condition: the register has other data of an aircraft than those of the digest, or no longer has it. @param id, digest SQL */
export const aircraftChanged = (id: string, digest: string): string =>
  `NOT EXISTS (SELECT FROM aircraft now_a WHERE now_a.id = ${id} AND ${aircraftDigest('to_jsonb(now_a)')} = ${digest})`;
