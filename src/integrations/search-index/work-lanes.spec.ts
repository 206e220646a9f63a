import { setImmediate as turn } from 'node:timers/promises';
import { WorkLanes } from './work-lanes.js';

/** A piece is done in a turn of the event loop; these are more turns than there are pieces. */
async function untilIdle(): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) await turn();
}

describe('the lanes of a thread', () => {
  it('take what is urgent first, but never so much that the rest is not done', async () => {
    const done: string[] = [];
    const lanes = new WorkLanes(() => false);
    for (let i = 0; i < 2; i += 1) lanes.add(() => done.push('rest'), false);
    for (let i = 0; i < 20; i += 1) lanes.add(() => done.push('urgent'), true);
    await untilIdle();
    expect(done).toHaveLength(22);
    expect(done.slice(0, 8)).not.toContain('rest');
    expect(done.indexOf('rest')).toBe(8);
    expect(done.lastIndexOf('rest')).toBe(17);
  });

  it('do what can wait when there is nothing else, until there is no more of it', async () => {
    let left = 3;
    const lanes = new WorkLanes(() => left-- > 0);
    lanes.wake();
    await untilIdle();
    expect(left).toBe(-1);
  });
});
