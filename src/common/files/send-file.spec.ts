import { Readable } from 'node:stream';
import fastify from 'fastify';
import { sendFile } from './send-file.js';

describe('sendFile', () => {
  it('does not open the file for HEAD', async () => {
    const opened: string[] = [];
    const app = fastify();
    app.get('/', (request, reply) =>
      sendFile(request, reply, {
        size: 11,
        mediaType: 'text/plain',
        fileName: 'a.txt',
        etag: '"a"',
        open: () => {
          opened.push(request.method);
          return Promise.resolve(Readable.from(['Torque 8 Nm']));
        },
      }),
    );
    const head = await app.inject({ method: 'HEAD', url: '/', headers: { range: 'bytes=0-3' } });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '11', '']);
    expect(opened).toEqual([]);
    expect((await app.inject('/')).body).toBe('Torque 8 Nm');
    expect(opened).toEqual(['GET']);
    await app.close();
  });
});
