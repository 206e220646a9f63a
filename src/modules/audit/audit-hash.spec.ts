import { canonicalJson, GENESIS_HASH, hashOf } from './audit-hash.js';

describe('canonicalJson', () => {
  it('writes the example of RFC 8785, section 3.2.3', () => {
    const example = {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      דּ: 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '😀': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    };
    expect(canonicalJson(example)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  it('writes the example of RFC 8785, section 3.2.2', () => {
    const example = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(example)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });
});

describe('hashOf', () => {
  it('is what the description says, byte for byte', () => {
    const event = {
      id: 'audit_01m7w51j4fe8jav45zgy6yeca8',
      organization_id: 'org_01m7w51j4fe8jav45zgy6yeca8',
      sequence: 1,
      action: 'user.suspended',
      result: 'success' as const,
      reason: null,
      actor_type: 'user' as const,
      actor_id: 'user_1',
      session_id: 'session_1',
      api_key_id: null,
      target_type: 'user',
      target_id: 'user_2',
      ip: '192.0.2.7',
      user_agent: 'curl/8',
      request_id: 'req_1',
      details: { b: 1, a: ['é'] },
      occurred_at: new Date('2026-03-01T12:00:00.5Z'),
      previous_hash: GENESIS_HASH,
    };
    // printf '{"action":"user.suspended","actor":{…' | sha256sum
    expect(hashOf(event).toString('hex')).toBe('966931d0cea1951b293697e59540c5dbd6c20dfd246cbc22063afda5b473c587');
    expect(hashOf({ ...event, details: { a: ['é'], b: 1 } })).toEqual(hashOf(event));
  });
});
