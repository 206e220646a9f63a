import { AppError } from '../errors/app-error.js';
import { IdPipe } from './id.pipe.js';
import { ID_PREFIXES, isId, newId, type ObjectKind } from './type-id.js';

describe('newId', () => {
  it.each(Object.entries(ID_PREFIXES) as [ObjectKind, string][])(
    'makes ids of a %s that start with %s_',
    (kind, prefix) => {
      const id = newId(kind);
      expect(id).toMatch(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
      expect(isId(kind, id)).toBe(true);
    },
  );

  it('makes ids that sort by the time of their making', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.push(newId('user'));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect([...ids].sort()).toEqual(ids);
  });

  it('uses no prefix for two kinds', () => {
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(Object.keys(ID_PREFIXES).length);
  });
});

describe('IdPipe', () => {
  it.each([
    '',
    'user_',
    'user',
    'nonsense',
    'doc_01h455vb4pex5vsknk084sn02q',
    'user_01h455vb4pex5vsknk084sn02',
    'user_01h455vb4pex5vsknk084sn02qq',
    'user_81h455vb4pex5vsknk084sn02q',
    'user_01h455vb4pex5vsknk084sn02u',
    'USER_01h455vb4pex5vsknk084sn02q',
    'user_01H455VB4PEX5VSKNK084SN02Q',
    ' user_01h455vb4pex5vsknk084sn02q',
    'user_01h455vb4pex5vsknk084sn02q\n',
    'user_\0',
  ])('takes %j for an object that does not exist', (id) => {
    expect(isId('user', id)).toBe(false);
    expect(() => new IdPipe('user').transform(id)).toThrow(AppError.notFound('user'));
  });
});
