import { ALL_COMMANDS, commandsNamed } from './commands/all-commands.ts';
import type { Command } from './commands/support/command.ts';
import { EXIT_CODES } from './exit-codes.ts';

/** Text of `--help`: on everything, or on the commands named in `args`. `program` is what the person typed to call it. */
export function help(program: string, args: readonly string[] = []): string {
  const named = commandsNamed(args);
  return named.length === ALL_COMMANDS.length
    ? helpOnAll(program)
    : `${named.map((command) => helpOnOne(program, command)).join('\n\n')}\n${EVERYWHERE}`;
}

function helpOnOne(program: string, { words, summary, usage }: Command): string {
  return `${words}: ${summary}\n\n  ${program} ${words} --profile DIR ${usage}`.trimEnd();
}

function helpOnAll(program: string): string {
  return `Intray without a desktop: the same engine and window, for a server, a NAS or a terminal.

  ${program} --profile DIR [--port N] [--key-file FILE | --create-key-file FILE]
      Runs until it is told to stop (Ctrl-C, SIGTERM). Prints one JSON line when it is ready; at a terminal its "url" opens
      the window on this computer, once and within ten minutes. The log goes to standard error. A second start prints the
      line of the first.
  ${program} url --profile DIR
      Prints a fresh address of the window of the host that runs on this profile: good once, for ten minutes.
  ${program} running --profile DIR
      Says whether a host runs on this profile and answers; ends with 1 if not. Uses up no address.
  ${program} completion bash|zsh|fish
      Prints what that shell needs to complete the words of "intray" (docs/guide/headless.en.md).
  ${program} COMMAND --profile DIR …
      Asks the running host, or opens the profile itself for just this command. COMMAND --help tells more of one.
  ${program} --version

Commands
${ALL_COMMANDS.map(({ words, usage, summary }) => `  ${`${words} ${usage}`.trimEnd()}\n      ${summary}`).join('\n')}
${EVERYWHERE}`;
}

const EVERYWHERE = `
Everywhere
  --profile DIR            folder of this installation's own files (journal, vault); made by a host that starts, and by the
                           commands that set something up (configure, companies connect, settings set, secrets keep)
  --key-file FILE          keeps the vault's key in this file (mode 0600) instead of the system's keychain
  --create-key-file FILE   the same, and makes the file where there is none
  --quiet                  logs warnings and errors alone
  --json                   of a command: what it lists or changed as one JSON value, for programs

Exit codes
${Object.values(EXIT_CODES)
  .map(({ code, means }) => `  ${code}  ${means}`)
  .join('\n')}
`;
