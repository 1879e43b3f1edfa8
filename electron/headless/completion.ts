import { ALL_COMMANDS } from './commands/all-commands.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Completion script for a program installed as `intray`, for this shell; written to standard output. */
export function completion(shell: Shell): string {
  switch (shell) {
    case 'bash':
      return bash();
    case 'zsh':
      // zsh's own layer over bash completion saves a second list.
      return `autoload -U +X bashcompinit && bashcompinit\n${bash()}`;
    case 'fish':
    default:
      return fish();
  }
}

const FIRST_WORDS = [...new Set(ALL_COMMANDS.map(({ words }) => words.split(' ')[0] ?? '')), 'url', 'running', 'completion'];

/** Options of starting a host, and those without a command. */
const PROGRAM_OPTIONS = ['profile', 'key-file', 'create-key-file', 'port', 'help', 'version'];

/** The word under the cursor is a sub-command, an option of the preceding command, or a file. */
function bash(): string {
  const seconds = FIRST_WORDS.filter((first) => secondsOf(first).length > 0).map(
    (first) => `    ${first}) words="${secondsOf(first).join(' ')}" ;;`,
  );
  const options = ALL_COMMANDS.map(({ words, options: names }) => `    "${words}"*) options="${dashed(names)}" ;;`);
  return `_intray() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words="" options=""
  case "\${COMP_WORDS[1]}" in
${seconds.join('\n')}
  esac
  case "$line" in
${options.join('\n')}
    *) options="${dashed(PROGRAM_OPTIONS)}" ;;
  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ $COMP_CWORD == 1 ]]; then COMPREPLY=($(compgen -W "${FIRST_WORDS.join(' ')}" -- "$cur"))
  elif [[ $COMP_CWORD == 2 && -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _intray intray
`;
}

function fish(): string {
  const lines = [
    // A command is never a file name.
    'complete -c intray -n __fish_use_subcommand -f',
    ...FIRST_WORDS.map((word) => `complete -c intray -n __fish_use_subcommand -a ${word}${described(word)}`),
    ...FIRST_WORDS.flatMap((group) => {
      const names = secondsOf(group);
      // A group takes only one sub-command.
      const here = `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${names.join(' ')}`;
      return names.map((name) => `complete -c intray -n '${here}' -f -a ${name}${described(`${group} ${name}`)}`);
    }),
    ...ALL_COMMANDS.flatMap(({ words, options }) => {
      const seen = words.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
      return options.map((option) => `complete -c intray -n '${seen.join('; and ')}' -l ${option}`);
    }),
    ...PROGRAM_OPTIONS.map((option) => `complete -c intray -n __fish_use_subcommand -l ${option}`),
    "complete -c intray -n '__fish_seen_subcommand_from url running' -l profile",
  ];
  return `${lines.join('\n')}\n`;
}

/** In fish's syntax, for a whole command; empty for the first word of several. */
function described(words: string): string {
  const summary = ALL_COMMANDS.find((command) => command.words === words)?.summary;
  return summary === undefined ? '' : ` -d '${quoted(summary)}'`;
}

function secondsOf(first: string): readonly string[] {
  if (first === 'completion') return SHELLS;
  return ALL_COMMANDS.map(({ words }) => words.split(' ')).flatMap(([group, name]) =>
    group === first && name !== undefined ? [name] : [],
  );
}

function dashed(names: readonly string[]): string {
  return names.map((name) => `--${name}`).join(' ');
}

function quoted(text: string): string {
  return text.replaceAll("'", "\\'");
}
