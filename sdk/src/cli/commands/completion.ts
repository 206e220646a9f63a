import type { Listed, Option } from '../command.js';
import { defineCommand } from '../command.js';
import { UsageError } from '../exit.js';
import { allCommands } from '../registry.js';

const SHELLS = { bash, zsh, fish } as const;
const NAMES = Object.keys(SHELLS);

export const commands = [
  defineCommand({
    name: 'completion',
    summary: 'prints the completion of commands and options for a shell',
    details: `bash: eval "$(amk completion bash)" in ~/.bashrc
zsh:  eval "$(amk completion zsh)" in ~/.zshrc, after compinit
fish: amk completion fish > ~/.config/fish/completions/amk.fish`,
    positionals: [{ name: 'SHELL', choices: NAMES }],
    options: {},
    isLocal: true,
    action: async ({ positionals: [shell = ''] }) => {
      if (!Object.hasOwn(SHELLS, shell)) throw new UsageError(`Name a shell: ${NAMES.join(', ')}`);
      process.stdout.write(SHELLS[shell as keyof typeof SHELLS](await allCommands()));
    },
  }),
];

/** Second words of the commands that have two, by their first word. */
function groupsOf(commands: readonly Listed[]): Map<string, Listed[]> {
  const groups = new Map<string, Listed[]>();
  for (const command of commands) {
    const [first = ''] = command.name.split(' ');
    groups.set(first, [...(groups.get(first) ?? []), command]);
  }
  return groups;
}

const isGroup = (some: readonly Listed[]): boolean => some.some(({ name }) => name.includes(' '));

function wordsOf({ positionals, options }: Listed): string {
  const flags = Object.keys(options).map((name) => `--${name}`);
  return [...positionals.flatMap(({ choices = [] }) => choices), ...flags].join(' ');
}

/** Words for bash and zsh, by what precedes them: a command, a group, or an option with a closed set of values. */
function casesOf(commands: readonly Listed[]): string {
  const groups = groupsOf(commands);
  const lines = commands.map((command) => `    "${command.name}"*) words="${wordsOf(command)}" ;;`);
  for (const [first, some] of groups)
    if (isGroup(some))
      lines.push(`    "${first}"*) words="${some.map(({ name }) => name.split(' ')[1]).join(' ')}" ;;`);
  return [...lines, `    "") words="${[...groups.keys()].join(' ')} --help --version" ;;`].join('\n');
}

function choicesOf(commands: readonly Listed[]): string {
  const lines = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, { choices }]: [string, Option]) =>
      choices ? [`    "${name}"*" --${option}") words="${choices.join(' ')}" ;;`] : [],
    ),
  );
  return lines.join('\n');
}

function bash(commands: readonly Listed[]): string {
  return `_amk() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "$before" in
${choicesOf(commands)}
${casesOf(commands)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _amk amk
`;
}

function zsh(commands: readonly Listed[]): string {
  return `#compdef amk
_amk() {
  local before="\${(j: :)words[2,CURRENT-1]}" words=""
  case "$before" in
${choicesOf(commands)}
${casesOf(commands)}
  esac
  compadd -- \${=words}
  _files
}
compdef _amk amk
`;
}

function fish(commands: readonly Listed[]): string {
  const lines = ['complete -c amk -f'];
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  for (const [first, some] of groupsOf(commands)) {
    const summary = isGroup(some) ? some.map(({ name }) => name.split(' ')[1]).join(', ') : (some[0]?.summary ?? '');
    lines.push(`complete -c amk -n __fish_use_subcommand -a ${first} -d ${quoted(summary)}`);
    for (const { name, summary: words, positionals, options } of some) {
      const [, second] = name.split(' ');
      const here = `__fish_seen_subcommand_from ${first}`;
      const condition = second === undefined ? here : `${here}; and __fish_seen_subcommand_from ${second}`;
      if (second !== undefined) lines.push(`complete -c amk -n '${here}' -a ${second} -d ${quoted(words)}`);
      for (const { choices } of positionals)
        if (choices) lines.push(`complete -c amk -n '${condition}' -a '${choices.join(' ')}'`);
      for (const [option, { type, summary: about, choices }] of Object.entries(options)) {
        const value = type === 'boolean' ? '' : choices ? ` -x -a '${choices.join(' ')}'` : ' -r -F';
        lines.push(`complete -c amk -n '${condition}' -l ${option}${value} -d ${quoted(about)}`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}
