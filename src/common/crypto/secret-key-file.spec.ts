import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SecretKeyFile } from './secret-key-file.js';
import { Secrets } from './secrets.js';

describe('SecretKeyFile', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'secret-key-'));
    file = path.join(folder, 'secret-key');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes a key once, readable by its owner alone', () => {
    const dataDir = path.join(folder, 'data');
    const keys = new SecretKeyFile(dataDir).keys();
    expect(keys.present).toHaveLength(32);
    expect(keys.previous).toEqual([]);
    expect(new SecretKeyFile(dataDir).keys()).toEqual(keys);
    expect(readdirSync(dataDir)).toEqual(['secret-key']);
    expect(statSync(path.join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  });

  it('reads a key that was written without a line break', () => {
    const key = randomBytes(32);
    writeFileSync(file, key.toString('base64'));
    expect(new SecretKeyFile(folder).keys()).toEqual({ present: key, previous: [] });
  });

  it.each(['too short', '', `${'A'.repeat(44)}\nbad\n`])(
    'refuses a file that holds %j, rather than replacing it',
    (text) => {
      writeFileSync(file, text);
      expect(() => new SecretKeyFile(folder).keys()).toThrow('32 bytes');
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('puts a new key in front, then drops the others, in one step each', () => {
    const keyFile = new SecretKeyFile(folder);
    const first = keyFile.keys().present;
    keyFile.addKey();
    const { present, previous } = keyFile.keys();
    expect(previous).toEqual([first]);
    expect(present.equals(first)).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe(`${present.toString('base64')}\n${first.toString('base64')}\n`);
    keyFile.dropPrevious();
    expect(keyFile.keys()).toEqual({ present, previous: [] });
    expect(readdirSync(folder)).toEqual(['secret-key']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is followed by processes that read it before the change', () => {
    const reader = new Secrets(new SecretKeyFile(folder).keys);
    const writer = new SecretKeyFile(folder);
    const before = reader.encrypt(Buffer.from('before'), 'x');
    writer.addKey();
    const after = new Secrets(writer.keys).encrypt(Buffer.from('after'), 'x');
    expect(reader.decrypt(after, 'x').toString()).toBe('after');
    expect(reader.decrypt(before, 'x').toString()).toBe('before');
    expect(reader.needsReseal(reader.encrypt(Buffer.from('x'), 'x'))).toBe(false);
    expect(reader.needsReseal(before)).toBe(true);
  });

  it('keeps the keys that it knows when the file goes away, and never makes others then', () => {
    const keyFile = new SecretKeyFile(folder);
    const keys = keyFile.keys();
    rmSync(file);
    expect(keyFile.keys()).toEqual(keys);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('overwrites what an interrupted change left', () => {
    const keyFile = new SecretKeyFile(folder);
    keyFile.keys();
    writeFileSync(`${file}.next`, 'half a key');
    chmodSync(`${file}.next`, 0o644);
    keyFile.addKey();
    expect(keyFile.keys().previous).toHaveLength(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
