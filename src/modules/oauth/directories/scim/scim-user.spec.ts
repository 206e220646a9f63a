import { AppError } from '../../../../common/errors/app-error.js';
import { patchedProfile, type DirectoryUser } from './scim-user.js';

const USER: DirectoryUser = {
  ...{ id: 'user_1', email: 'ada@airline.example', name: 'Ada', role: 'viewer', status: 'active', row_version: 1 },
  ...{ created_at: new Date(), updated_at: new Date(), user_name: 'ada', external_id: null, directory_version: 1 },
  ...{ is_suspended_here: false },
  ...{ given_name: 'Ada', family_name: null },
};
const SCHEMAS = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const patch = (operation: object) => patchedProfile(USER, { schemas: SCHEMAS, Operations: [operation] });

describe('operations on a user', () => {
  const untouched = patch({ op: 'replace', path: 'active', value: true });
  const prototype = Object.getOwnPropertyNames(Object.prototype);

  it.each([
    { op: 'replace', path: 'name', value: { '__proto__.polluted': { any: 'thing' } } },
    { op: 'replace', value: { name: { 'constructor.prototype.polluted': true } } },
    { op: 'replace', path: 'emails[type eq "work"]', value: { '__proto__.polluted': 1 } },
    { op: 'add', path: 'emails', value: [{ 'constructor.prototype.polluted': 1, value: USER.email, type: 'work' }] },
    { op: 'add', path: 'name', value: JSON.parse('{"__proto__":{"polluted":1}}') as unknown },
    { op: 'replace', path: 'name', value: { 'givenName.constructor.prototype.polluted': 1 } },
    { op: 'replace', path: 'name', value: { 'urn:ietf:params:scim:schemas:core:2.0:User:__proto__.polluted': 1 } },
  ])('leave prototypes alone: %j', (operation) => {
    expect(patch(operation)).toEqual(untouched);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    { op: 'replace', path: 'name', value: { givenName: { constructor: 1 } } },
    { op: 'replace', path: 'emails', value: [[{ '__proto__.polluted': 1 }]] },
    { op: 'replace', value: { '__proto__.polluted': 1 } },
    { op: 'replace', path: 'name.__proto__', value: { polluted: 1 } },
  ])('are refused where no attribute has that form: %j', (operation) => {
    expect(() => patch(operation)).toThrow(AppError);
  });

  it('keep parts in any case', () => {
    const value = { GivenName: 'Augusta', middleName: 'x' };
    expect(patch({ op: 'replace', path: 'name', value })).toEqual({ ...untouched, givenName: 'Augusta' });
  });
});
