import type { IncomingMessage } from 'node:http';
import { requestIdOf } from './http-adapter.js';

const withHeader = (value: string | undefined): IncomingMessage =>
  ({ headers: { 'x-request-id': value } }) as unknown as IncomingMessage;

describe('requestIdOf', () => {
  it.each(['a', 'A-b_c.9', 'x'.repeat(128)])('keeps %s', (id) => {
    expect(requestIdOf(withHeader(id))).toBe(id);
  });

  it.each([undefined, '', ' ', 'a b', 'x'.repeat(129), 'a\nb', 'ä', '{}'])('replaces %j', (id) => {
    expect(requestIdOf(withHeader(id))).toMatch(/^req_[0-9a-z]{26}$/);
  });

  it('makes a new one each time', () => {
    expect(requestIdOf(withHeader(undefined))).not.toBe(requestIdOf(withHeader(undefined)));
  });
});
