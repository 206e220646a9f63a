import { setImmediate as turn } from 'node:timers/promises';
import { begun } from './begun.js';

describe('begun', () => {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let canceled: unknown;
  const response = (): Response => {
    const start = (one: typeof controller): void => void (controller = one);
    const cancel = (reason: unknown): void => void (canceled = reason);
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(new ReadableStream({ start, cancel }), { status: 201, headers });
  };
  const write = (text: string): void => controller.enqueue(new TextEncoder().encode(text));

  it('waits for the first part, and changes nothing', async () => {
    let isBegun = false;
    const waiting = begun(response()).finally(() => (isBegun = true));
    await turn();
    expect(isBegun).toBe(false);
    write('data: 1\n\n');
    const same = await waiting;
    write('data: 2\n\n');
    controller.close();
    expect([same.status, same.headers.get('content-type')]).toEqual([201, 'text/event-stream']);
    expect(await same.text()).toBe('data: 1\n\ndata: 2\n\n');
  });

  it('ends with a body that ends or fails, and cancels it for a client that leaves', async () => {
    expect((await begun(new Response(null, { status: 202 }))).body).toBeNull();
    const empty = begun(response());
    controller.close();
    expect(await (await empty).text()).toBe('');
    const failed = begun(response());
    controller.error(new Error('broken'));
    await expect(failed).rejects.toThrow('broken');
    const left = begun(response());
    write('data: 1\n\n');
    await (await left).body?.cancel('left');
    expect(canceled).toBe('left');
  });
});
