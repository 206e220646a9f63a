import { defineCommand, given, listed, whole } from '../../src/cli/command.js';
import { UsageError } from '../../src/cli/exit.js';
import { openerOf } from '../../src/cli/opener.js';
import { allCommands, findCommand } from '../../src/cli/registry.js';

describe('a command', () => {
  const seen: unknown[] = [];
  const command = defineCommand({
    name: 'fly',
    summary: 'flies',
    positionals: [{ name: 'TO' }, { name: 'VIA', isOptional: true }],
    options: {
      speed: { type: 'string', value: 'N', default: '7', summary: 'how fast' },
      mode: { type: 'string', value: 'MODE', summary: 'how', choices: ['low', 'high'] },
      quiet: { type: 'boolean', short: 'q', summary: 'without a word' },
    },
    action: ({ values, positionals }) => Promise.resolve(void seen.push([values, positionals])),
  });

  it('takes what its definition says', async () => {
    expect(await command.run(['Bern', '-q', '--mode', 'low'])).toBe(0);
    expect(seen.pop()).toEqual([
      expect.objectContaining({ speed: '7', mode: 'low', quiet: true, json: false }),
      ['Bern'],
    ]);
  });

  it.each([[[]], [['a', 'b', 'c']], [['a', '--mode', 'mid']], [['a', '--novel']], [['a', '--speed']]])(
    'refuses %j',
    async (args) => {
      await expect(command.run(args)).rejects.toBeInstanceOf(UsageError);
    },
  );
});

describe('the commands', () => {
  it('are found by their words', async () => {
    expect(await findCommand(['documents', 'show', 'doc_1'])).toMatchObject({
      command: { name: 'documents show' },
      args: ['doc_1'],
    });
    expect(await findCommand(['search', 'documents'])).toMatchObject({
      command: { name: 'search' },
      args: ['documents'],
    });
    for (const words of [[], ['documents'], ['constructor'], ['documents', 'novel']])
      expect(await findCommand(words)).toBeNull();
  });

  it('are explained, each with its options', async () => {
    for (const { name, summary, options } of await allCommands()) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/^[a-z].*[^.]$/)]);
      for (const [option, { summary: about }] of Object.entries(options))
        expect([name, option, about]).not.toContain('');
    }
  });
});

describe('values', () => {
  it('are lists, whole numbers, or not given', () => {
    expect([listed('a, b  c'), listed(' '), listed(undefined)]).toEqual([['a', 'b', 'c'], undefined, undefined]);
    expect(whole('limit', '7', 1, 9)).toBe(7);
    for (const text of ['0', '10', '1.5', '', '-1']) expect(() => whole('limit', text, 1, 9)).toThrow(UsageError);
    expect(given({ a: 1, b: undefined, c: null })).toEqual({ a: 1, c: null });
  });
});

describe('openerOf', () => {
  it('is the program of the system, or that of BROWSER', () => {
    expect([openerOf('darwin'), openerOf('win32'), openerOf('linux'), openerOf('linux', 'lynx')]).toEqual([
      ['open'],
      ['rundll32', 'url.dll,FileProtocolHandler'],
      ['xdg-open'],
      ['lynx'],
    ]);
  });
});
