import type { AnswerEvent } from './answer-events.js';
import { AnswerRecord } from './answer-record.js';

describe('AnswerRecord', () => {
  it('stores what is told in its order, and what comes meanwhile together', async () => {
    const stored: number[][] = [];
    const record = new AnswerRecord(
      (events: AnswerEvent[]) => {
        stored.push(events.map(({ id }) => id));
        if (stored.length === 1) for (const text of ['c', 'd']) record.delta(text);
        return Promise.resolve(true);
      },
      () => undefined,
    );
    for (const text of ['a', 'b']) record.delta(text);
    await record.stored();
    await record.stored();
    expect(stored).toEqual([
      [2, 3],
      [4, 5],
    ]);
  });

  it.each([
    ['the message is over', () => Promise.resolve(false), null],
    ['the database fails', () => Promise.reject(new Error('down')), new Error('down')],
  ])('says so when %s', async (_name, store, failure) => {
    const lost: unknown[] = [];
    const record = new AnswerRecord(store, (reason) => lost.push(reason));
    record.delta('a');
    await record.stored();
    expect(lost).toEqual([failure]);
  });
});
