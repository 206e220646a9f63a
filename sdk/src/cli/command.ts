import { parseArgs } from 'node:util';
import type { ConnectionArguments } from './connection.js';
import { EXIT, UsageError, type ExitCode } from './exit.js';
import { Terminal } from './terminal.js';

export interface Option {
  type: 'string' | 'boolean';
  /** For the help and the completion. */
  summary: string;
  /** Heading of the options that have the same. */
  group?: string;
  /** Placeholder of the value in the help. */
  value?: string;
  short?: string;
  default?: string;
  choices?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

export type Values<O extends Options> = {
  [K in keyof O]: O[K]['type'] extends 'boolean'
    ? boolean
    : O[K] extends { default: string }
      ? string
      : string | undefined;
};

export interface Positional {
  name: string;
  isOptional?: boolean;
  choices?: readonly string[];
  /** Takes all that follow. */
  isMany?: boolean;
}

/** What help and completion need. */
export interface Listed {
  /** One or two words. */
  name: string;
  summary: string;
  positionals: readonly Positional[];
  options: Options;
}

export interface Command extends Listed {
  /** @throws UsageError, StopError, Interrupted, ApiError, ConnectionError */
  run(args: string[]): Promise<ExitCode>;
}

export interface Input<O extends Options> {
  values: Values<O>;
  positionals: string[];
  connection: ConnectionArguments;
  terminal: Terminal;
}

interface Definition<O extends Options> extends Listed {
  options: O;
  /** More about the command, for its help. */
  details?: string;
  /** For a command that never calls the service. */
  isLocal?: boolean;
  action(input: Input<O>): Promise<ExitCode | void>;
}

const HELP_OPTION = { help: { type: 'boolean', short: 'h', summary: 'shows this help' } } as const satisfies Options;

export const CONNECTION_OPTIONS = {
  url: { type: 'string', value: 'URL', summary: 'of the service, such as https://manuals.example.com (AMK_URL)' },
  profile: { type: 'string', value: 'NAME', summary: 'sign-in to use (AMK_PROFILE, default)' },
  'key-file': { type: 'string', value: 'FILE', summary: 'file with an API key; - reads the standard input' },
  key: {
    type: 'string',
    value: 'KEY',
    summary: 'API key. Prefer AMK_API_KEY or --key-file: others see it in the list of processes',
  },
} as const satisfies Options;

const GLOBAL_OPTIONS = {
  json: { type: 'boolean', summary: 'prints JSON and nothing else' },
  ...CONNECTION_OPTIONS,
} as const satisfies Options;

const VISIBLE_KEY = '--key can be seen by other users of this machine. Prefer AMK_API_KEY or --key-file';

/** One definition, from which the parser, the help and the completion come. */
export function defineCommand<const O extends Options>(definition: Definition<O>): Command {
  const { name, summary, positionals, isLocal = false } = definition;
  const common: Options = isLocal ? {} : GLOBAL_OPTIONS;
  const options: Options = { ...definition.options, ...common, ...HELP_OPTION };
  return {
    ...{ name, summary, positionals, options },
    run: async (args) => {
      const { values, positionals: given } = parsed(name, args, options);
      if (values.help === true) {
        process.stdout.write(helpOf(definition, common));
        return EXIT.done;
      }
      requirePositionals(definition, given);
      const terminal = new Terminal(values.json === true);
      if (values.key !== undefined) terminal.note(`amk ${name}: ${VISIBLE_KEY}`);
      const connection = values as ConnectionArguments;
      const input = { values: values as Values<O>, positionals: given, connection, terminal };
      return (await definition.action(input)) ?? EXIT.done;
    },
  };
}

type Parsed = Record<string, string | boolean | undefined>;

function parsed(name: string, args: string[], options: Options): { values: Parsed; positionals: string[] } {
  const config = Object.fromEntries(
    Object.entries(options).map(([option, { type, short, default: preset }]) => [
      option,
      { type, ...(short !== undefined && { short }), ...(preset !== undefined && { default: preset }) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options: config, allowPositionals: true });
    requireChoices(values, options);
    for (const [option, { type }] of Object.entries(options)) if (type === 'boolean') values[option] ??= false;
    return { values: values, positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. See amk ${name} --help`);
  }
}

function requireChoices(values: Parsed, options: Options): void {
  for (const [name, { choices }] of Object.entries(options)) {
    const value = values[name];
    if (choices && typeof value === 'string' && !choices.includes(value))
      throw new UsageError(`--${name} must be one of ${choices.join(', ')}`);
  }
}

function requirePositionals({ name, positionals }: Listed, given: string[]): void {
  const least = positionals.filter(({ isOptional }) => isOptional !== true).length;
  const most = positionals.some(({ isMany }) => isMany === true) ? Infinity : positionals.length;
  if (given.length < least || given.length > most)
    throw new UsageError(`Usage: ${usageOf({ name, positionals })}. See amk ${name} --help`);
}

export function usageOf({ name, positionals }: Pick<Listed, 'name' | 'positionals'>): string {
  const words = positionals.map((positional) => {
    const word = `${positional.name}${positional.isMany === true ? '…' : ''}`;
    return positional.isOptional === true ? `[${word}]` : word;
  });
  return ['amk', name, ...words].join(' ');
}

function helpOf<O extends Options>(definition: Definition<O>, common: Options): string {
  const { summary, details, options } = definition;
  const parts = [`Usage: ${usageOf(definition)} [options]`, `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`];
  if (details !== undefined) parts.push(details);
  for (const [group, some] of groupsOf(options)) parts.push(`${group === '' ? '' : `${group}\n`}${listOf(some)}`);
  parts.push(listOf({ ...common, ...HELP_OPTION }), 'Exit codes: see amk --help');
  return `${parts.join('\n\n')}\n`;
}

function groupsOf(options: Options): Map<string, Options> {
  const groups = new Map<string, Options>();
  for (const [name, option] of Object.entries(options))
    groups.set(option.group ?? '', { ...groups.get(option.group ?? ''), [name]: option });
  return groups;
}

const SUMMARY_COLUMN = 25;

function listOf(options: Options): string {
  const lines = Object.entries(options).map(([name, { short, value, summary, choices, default: preset }]) => {
    const flag = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
    const more = [choices && `: ${choices.join(', ')}`, preset !== undefined && ` (${preset})`]
      .filter(Boolean)
      .join('');
    return `  ${flag.padEnd(SUMMARY_COLUMN - 2)} ${summary}${more}`;
  });
  return lines.join('\n');
}

/** @throws UsageError */
export function whole(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
}

/** Words that a comma or space separates; undefined if not given. */
export function listed(text: string | undefined): string[] | undefined {
  const words = text?.split(/[\s,]+/).filter((word) => word !== '');
  return words && words.length > 0 ? words : undefined;
}

/** Without what is undefined: the service tells a missing field from null. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
