import { PackedPrograms } from './packed-programs.js';

const MIB = 1024 ** 2;

async function* zeros(mebibytes: number): AsyncGenerator<Buffer> {
  const chunk = await Promise.resolve(Buffer.alloc(MIB));
  for (let i = 0; i < mebibytes; i += 1) yield chunk;
}

describe('PackedPrograms', () => {
  it('looks through so much of all objects together', async () => {
    const packed = new PackedPrograms(8 * MIB);
    await packed.refuse('a', zeros(6));
    await packed.refuse('b', zeros(2));
    await expect(packed.refuse('c', zeros(1))).rejects.toMatchObject({ reason: 'inspection_limit' });
  });
});
