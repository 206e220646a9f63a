import { findAllowed, parseImportRoot } from './import-roots.js';

describe('parseImportRoot', () => {
  it.each([['/mnt/manuals'], ['org_1'], ['org_1='], ['org_1=manuals'], ['org_1=s3://'], ['user_1=/mnt']])(
    'refuses %j',
    (text) => expect(() => parseImportRoot(text)).toThrow(/must/),
  );
});

describe('findAllowed', () => {
  const roots = ['org_1=/mnt/manuals/', 'org_1=s3://library/a?region=eu-central-1', 'org_2=/'].map(parseImportRoot);

  it.each<[string, string, unknown]>([
    ['org_1', '/mnt/manuals', '/mnt/manuals'],
    ['org_1', '/mnt/manuals/./AMM//32/', '/mnt/manuals/AMM/32'],
    ['org_1', '/mnt/manuals/../manuals2', undefined],
    ['org_1', '/mnt', undefined],
    ['org_1', 'manuals', undefined],
    ['org_2', '/etc', '/etc'],
    ['org_3', '/mnt/manuals', undefined],
  ])('%s may import the folder %s: %s', (organization, source, folder) => {
    expect(findAllowed(roots, organization, source) ?? {}).toMatchObject(folder === undefined ? {} : { folder });
    expect(findAllowed(roots, organization, source) === null).toBe(folder === undefined);
  });

  it.each<[string, string | null]>([
    ['s3://library/a', 'a/'],
    ['s3://library/a/b c/', 'a/b c/'],
    ['s3://library', null],
    ['s3://library/ab', null],
    ['s3://other/a', null],
  ])('%s is the prefix %s', (source, prefix) => {
    const found = findAllowed(roots, 'org_1', source);
    expect(found && 'bucket' in found ? found.bucket : null).toEqual(
      prefix === null ? null : expect.objectContaining({ prefix, region: 'eu-central-1' }),
    );
  });
});
