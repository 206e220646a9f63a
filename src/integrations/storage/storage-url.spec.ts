import { parseStorageUrl } from './storage-url.js';

describe('parseStorageUrl', () => {
  it('reads a bucket at Amazon', () => {
    expect(parseStorageUrl('s3://manuals')).toEqual({
      bucket: 'manuals',
      prefix: '',
      region: null,
      endpoint: null,
      pathStyle: false,
    });
    expect(parseStorageUrl('s3://manuals/amks/prod/?region=eu-central-1')).toMatchObject({
      prefix: 'amks/prod/',
      region: 'eu-central-1',
    });
  });

  it('reads a store of one’s own', () => {
    const endpoint = encodeURIComponent('http://minio.internal:9000/');
    for (const written of [endpoint, 'http://minio.internal:9000/'])
      expect(parseStorageUrl(`s3://manuals?endpoint=${written}&path_style=true`)).toEqual({
        bucket: 'manuals',
        prefix: '',
        region: 'us-east-1',
        endpoint: 'http://minio.internal:9000',
        pathStyle: true,
      });
  });

  it.each([
    ['file:///blobs', /look like/],
    ['manuals', /look like/],
    ['s3://key:topsecret@manuals', /credentials/],
    ['s3://Manuals_1', /bucket/],
    ['s3:///prefix', /bucket/],
    ['s3://manuals:9000', /bucket/],
    ['s3://manuals/a b', /prefix/],
    ['s3://manuals/%2f/x', /prefix/],
    ['s3://manuals?secret=topsecret', /no parameter secret/],
    ['s3://manuals?path_style=yes', /path_style/],
    ['s3://manuals?endpoint=ftp://x', /endpoint/],
    ['s3://manuals?endpoint=https://key:topsecret@x', /endpoint/],
  ])('refuses %s', (url, expected) => {
    const parse = (): unknown => parseStorageUrl(url);
    expect(parse).toThrow(expected);
    expect(parse).not.toThrow('topsecret');
  });
});
