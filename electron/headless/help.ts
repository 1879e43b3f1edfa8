import { ALL_COMMANDS } from './commands/all-commands.ts';
import { table } from './commands/table.ts';

/** What `--help` prints. */
export function help(): string {
  const commands = ALL_COMMANDS.map(({ words, summary, usage }) => [`  ${words}`, `${summary}\n      ${usage}`]);
  return `Intray without a desktop: the same engine and window, for a server, a NAS or a terminal.

  npm run -s headless -- --profile DIR [--port N] [--key-file FILE | --create-key-file FILE]
      Runs until it is told to stop (Ctrl-C, SIGTERM). Prints one JSON line when it is ready; its "url" opens the
      window on this computer, once. The log goes to standard error. A second start prints an address of the first.
  npm run -s headless -- url --profile DIR
      Prints a fresh address of the window of the host that runs on this profile.
  npm run -s headless -- COMMAND --profile DIR …
      Asks the running host, or opens the profile itself for just this command.

Commands
${table(commands).join('\n')}

Everywhere
  --profile DIR            folder of this installation's own files (journal, vault); made when it is not there
  --key-file FILE          keeps the vault's key in this file (mode 0600) instead of the system's keychain
  --create-key-file FILE   the same, and makes the file where there is none
  --quiet                  logs warnings and errors alone

Exit codes
  0 done   1 the answer is no, or a document did not reach "accepted"   2 wrong arguments
  3 the profile is in use by a program that does not answer   4 the profile cannot be opened
`;
}
