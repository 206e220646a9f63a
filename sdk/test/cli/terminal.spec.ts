import type { WriteStream } from 'node:tty';
import { redacted } from '../../src/cli/redaction.js';
import { hasColors, printable, printableLine, table, Terminal, toJson } from '../../src/cli/terminal.js';

interface Screen {
  output: WriteStream;
  text: () => string;
}

function screen(isTTY: boolean): Screen {
  let text = '';
  const output = { isTTY, columns: 20, write: (part: string) => ((text += part), true) };
  return { output: output as unknown as WriteStream, text: () => text };
}

describe('Terminal', () => {
  const before = { ...process.env };
  beforeEach(() => ['NO_COLOR', 'FORCE_COLOR'].forEach((name) => delete process.env[name]));
  beforeEach(() => (process.env.TERM = 'xterm'));
  afterEach(() => (process.env = { ...before }));

  it('writes links and colors to a terminal only', () => {
    const [terminal, file] = [screen(true), screen(false)];
    for (const { output } of [terminal, file]) {
      const shown = new Terminal(false, output, output);
      shown.line(shown.style('bold', shown.link('page 2', 'https://manuals.test/a b')));
    }
    expect(terminal.text()).toBe('\x1b[1m\x1b]8;;https://manuals.test/a%20b\x1b\\page 2\x1b]8;;\x1b\\\x1b[0m\n');
    expect(file.text()).toBe('page 2\n');
  });

  it('keeps JSON free of both, and of progress', () => {
    const { output, text } = screen(true);
    const terminal = new Terminal(true, output, output);
    terminal.progress('Sending');
    terminal.jsonLine({ title: terminal.style('red', terminal.link('a', 'https://manuals.test')) });
    expect(text()).toBe('{"title":"a"}\n');
  });

  it('redraws progress in one line, and removes it before a note', () => {
    const { output, text } = screen(true);
    const terminal = new Terminal(false, output, output);
    terminal.progress('a line that is longer than the terminal');
    terminal.note('done');
    terminal.progress('');
    expect(text()).toBe('\r\x1b[Ka line that is long\r\x1b[Kdone\n');
    const plain = screen(false);
    new Terminal(false, plain.output, plain.output).progress('Sending');
    expect(plain.text()).toBe('');
  });

  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { TERM: 'dumb' }, false],
  ])('on a terminal: %s, %j: colors %s', (isTTY, env, expected) => {
    expect(hasColors({ isTTY }, env)).toBe(expected);
  });

  it('removes what would act on a terminal', () => {
    expect(printableLine('a\x1b[2J\u009b\u202eb\tc\nd')).toBe('a\ufffd[2J\ufffd\ufffdb\ufffdc\ufffdd');
    expect(printable('a\r\nb\tc\rd\x07')).toBe('a\nb\tc\ufffdd\ufffd');
    expect(toJson('\x1b\u009b\u202e')).toBe('"\\u001b\\u009b\\u202e"');
    expect(JSON.parse(toJson('\u009b\u2028'))).toBe('\u009b\u2028');
  });

  it('lets no text of the service act, only its own colors and links', () => {
    const { output, text } = screen(true);
    const terminal = new Terminal(false, output, output);
    const link = terminal.link('a\x1b]8;;https://evil.test\x1b\\b', 'https://manuals.test/');
    terminal.line(`${terminal.style('bold', 'a\x1b[2Jb\nc')} ${link} \u009b\x1b[31m`);
    terminal.lines('a\n\x1b[2Jb');
    terminal.write('\x1b]0;c\n');
    terminal.note('\u202ed');
    terminal.progress('\x1b[Ae');
    expect(text().split('\n')).toEqual([
      '\x1b[1ma\ufffd[2Jb\ufffdc\x1b[0m \x1b]8;;https://manuals.test/\x1b\\a\ufffd]8;;https://evil.test\ufffd\\b\x1b]8;;\x1b\\ \ufffd\ufffd[31m',
      'a',
      '\ufffd[2Jb',
      '\ufffd]0;c',
      '\ufffdd',
      '\r\x1b[K\ufffd[Ae',
    ]);
  });

  it('aligns columns', () => {
    expect(
      table([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
    ).toEqual(['a    bb', 'ccc  d']);
    expect(table([])).toEqual([]);
  });
});

describe('redacted', () => {
  const argv = ['node', 'amk', 'whoami', '--key', 'secret-1'];

  it('hides keys and tokens, by what they are and by where they were given', () => {
    const env = { AMK_API_KEY: 'secret-2' };
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln';
    expect(redacted(`secret-1 secret-2 secret-3 amk_0123456789 ${token}`, argv, env)).toBe(
      '[hidden] [hidden] secret-3 [hidden] [hidden]',
    );
    expect(redacted('x secret-4', ['--key=secret-4'], {})).toBe('x [hidden]');
  });

  it('leaves other text', () => {
    expect(redacted('amk search: amk_ is short', argv, {})).toBe('amk search: amk_ is short');
  });
});
