import { resolve as absolute, dirname } from 'node:path';
import type { Engine, EngineFault } from '#electron/engine/engine.ts';
import { complain, print } from './terminal.ts';
import { writeNamedFile } from './write-named-file.ts';
import { HANDED_BYTES_MAX } from '#shared/app-api/window-upload.ts';
import type { Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { asksForHelp, readStart } from './read-start.ts';
import { ALL_COMMANDS, commandsNamed, readCommand } from './commands/all-commands.ts';
import { EXIT, EXIT_CODES, type ExitCode } from './exit-codes.ts';
import type { HostOptions } from './host/host-options.ts';
import type { HostWorld } from './open-headless-engine.ts';
import { askForUrl, browsersClient, HostLost, localClient, NO_ENGINE, remoteClient } from './engine-client.ts';
import { findHost, findRunning, NOBODY, sayNoHost } from './host/find-host.ts';
import { StringDecoder } from 'node:string_decoder';
import type { Command, ReadyCommand, Terminal } from './commands/support/command.ts';
import { createRouter } from '#electron/engine/create-router.ts';
import type { HostNote } from './host/host-note.ts';
import { exitOf, sayAppFault } from './say-app-fault.ts';

export type CommandLineDeps = {
  readonly worldOf: (options: HostOptions, level: 'info' | 'warn') => HostWorld;
  readonly open: (world: HostWorld, options: HostOptions) => Promise<Result<Engine, EngineFault>>;
  /** A text file that the user named; null if it cannot be read. */
  readonly readFile: (path: string) => Promise<string | null>;
  readonly version: string;
  /** As the user called this program. */
  readonly program: string;
};

/** A secret or a configuration has a few hundred bytes; more is a mistake, such as a scan on standard input. */
const INPUT_CHARACTERS_MAX = 65_536;

/** Everything but the host itself: prints one answer, then ends. */
export async function commandLine(
  args: readonly string[],
  { worldOf, open, readFile, version, program }: CommandLineDeps,
): Promise<ExitCode> {
  // The reader may close the pipe early (`| head -1`); the command is carried out all the same.
  process.stdout.on('error', () => undefined);
  if (asksForHelp(args)) {
    process.stdout.write(help(program, args));
    return EXIT.done;
  }
  if (args[0] === '--version') {
    print(version);
    return EXIT.done;
  }
  const [first] = args;
  if (first === 'url' || first === 'running') return askHost(HOST_QUESTIONS[first], args.slice(1), worldOf);
  const command = readCommand(args, program);
  if (!command.ok) return complain(command.failure, EXIT.usage);
  const { host } = command.value;
  const world = worldOf(host, 'warn');
  return runCommand(command.value, { world, open: () => open(world, host), terminal: { ...terminalOf(world), readFile, program } });
}

function terminalOf({ files }: World): Omit<CommandRun['terminal'], 'readFile' | 'program'> {
  return {
    print,
    complain: (line) => complain(line, EXIT.no),
    readInput,
    readBytes: async (path) => {
      const read = await files.read(path, { root: dirname(path), bytesMax: HANDED_BYTES_MAX });
      return read.ok ? { bytes: read.value.bytes ?? new Uint8Array(), size: read.value.stat.bytes } : null;
    },
    writeFile: (path, bytes, of) => writeNamedFile(absolute(path), bytes, { files, ...of }),
    writeOut: (bytes) => void process.stdout.write(bytes),
  };
}

async function askHost(
  ask: (typeof HOST_QUESTIONS)['url'],
  args: readonly string[],
  worldOf: CommandLineDeps['worldOf'],
): Promise<ExitCode> {
  const start = readStart(args);
  if (!start.ok) return complain(start.failure, EXIT.usage);
  const { host } = start.value;
  return ask({ world: worldOf(host, 'warn'), profile: host.profile });
}

async function readInput(secret?: string): Promise<string> {
  if (secret !== undefined && process.stdin.isTTY) return askUnseen(secret, INPUT_CHARACTERS_MAX);
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > INPUT_CHARACTERS_MAX) return '';
  }
  return text;
}

/** A host on the same machine answers at once; under load, within seconds. */
const WITHIN_MS = 15_000;

type Asking = { readonly world: Pick<World, 'files' | 'http' | 'random'>; readonly profile: string };

/** Questions to the running host. They do not open the profile if there is none. */
const HOST_QUESTIONS: Readonly<Record<'url' | 'running', (asking: Asking) => Promise<ExitCode>>> = {
  url: async ({ world, profile }) => {
    const found = await findHost(world, profile);
    if (!found.ok) return complain(found.failure.said, found.failure.exit);
    const url = await askForUrl(world, found.value, WITHIN_MS);
    if (url === null) return complain(NOBODY, EXIT.no);
    print(url);
    return EXIT.done;
  },
  running: async ({ world, profile }) => {
    const found = await findHost(world, profile);
    if (!found.ok) return complain(found.failure.said, found.failure.exit);
    const { pid, port } = found.value;
    print(`A host runs on this profile${pid === undefined ? '' : `, as process ${pid}`}, and answers on port ${port}.`);
    return EXIT.done;
  },
};

/** Bytes that a terminal sends: Enter or end of input (Ctrl-D); Ctrl-C; Backspace and Delete. */
const ENDS = ['\r', '\n', '\u0004'];
const GIVE_UP = '\u0003';
const BACK = ['\b', '\u007f'];

/** Asks the user at the terminal for a secret, without echo. Returns an empty string when they give up (Ctrl-C). */
function askUnseen(what: string, charactersMax: number): Promise<string> {
  const { stdin, stderr } = process;
  // Before the prompt, so that typed-ahead characters are not echoed either.
  stdin.setRawMode(true);
  // Standard output is for the command's result, and may be a file.
  stderr.write(`${what} (it is not shown), then Enter: `);
  const decoder = new StringDecoder('utf8');
  return new Promise((resolve) => {
    let typed: readonly string[] = [];
    const end = (answer: readonly string[]): void => {
      stdin.off('data', hear);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      resolve(answer.join(''));
    };
    const hear = (bytes: Buffer): void => {
      for (const character of decoder.write(bytes)) {
        if (character === GIVE_UP || typed.length > charactersMax) return end([]);
        if (ENDS.includes(character)) return end(typed);
        typed = BACK.includes(character) ? typed.slice(0, -1) : [...typed, character];
      }
    };
    stdin.on('data', hear);
  });
}

/** Text of `--help`: on everything, or on the commands named in `args`. `program` is what the user typed to call it. */
export function help(program: string, args: readonly string[] = []): string {
  const named = commandsNamed(args);
  return named.length === ALL_COMMANDS.length
    ? helpOnAll(program)
    : `${named.map((command) => helpOnOne(program, command)).join('\n\n')}\n${EVERYWHERE}`;
}

function helpOnOne(program: string, { words, summary, usage }: Command): string {
  return `${words}: ${summary}\n\n  ${program} ${words} ${usage}`.trimEnd();
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

type CommandRun = {
  readonly world: World;
  readonly open: () => Promise<Result<Engine, EngineFault>>;
  readonly terminal: Omit<Terminal, 'client' | 'clock' | 'browsers'>;
};

/** Time for work still in flight once the command has its answer; its result is stored either way. */
const PATIENCE_MS = 5_000;

/** Runs a command on this profile: by the host that has it open, otherwise by an engine opened for this command only. */
async function runCommand(command: ReadyCommand, run: CommandRun): Promise<ExitCode> {
  const { world, terminal } = run;
  const { profile } = command.host;
  if (command.needs === 'nothing') return command.run({ ...terminal, client: NO_ENGINE, clock: world.clock });
  if (!command.begins && !(await isThere(world, profile))) {
    terminal.complain(`There is no profile ${profile}. Look at --profile; a new one begins with "configure FILE".`);
    return EXIT.closed;
  }
  if (command.needs === 'host') return runAtHost(command, run);
  const opened = await run.open();
  if (!opened.ok) {
    if (opened.failure.kind === 'in-use') return runElsewhere(command, run);
    terminal.complain(sayAppFault(opened.failure));
    return exitOf(opened.failure);
  }
  const app = opened.value;
  try {
    if (command.needs === 'running') await app.start();
    if (command.needs === 'looked') await app.lookOnce();
    return await command.run({ ...terminal, client: localClient(createRouter(app.api, () => app.durable())), clock: world.clock });
  } finally {
    await app.close(PATIENCE_MS);
  }
}

/** A typing mistake in --profile must not create a new installation that looks fine. */
async function isThere({ files }: World, profile: string): Promise<boolean> {
  const stat = await files.stat(profile);
  return stat.ok || stat.failure.kind !== 'gone';
}

/** Runs a command that only a host can answer. The profile is not opened if no host runs. */
async function runAtHost(command: ReadyCommand, { world, terminal }: CommandRun): Promise<ExitCode> {
  const found = await findHost(world, command.host.profile);
  if (found.ok) return runRemotely(command, { world, terminal }, found.value);
  terminal.complain(found.failure.said);
  return found.failure.exit;
}

type Remotely = Pick<CommandRun, 'world' | 'terminal'>;

/** A host may end at any moment, with a command of ours half done: that is said in a sentence, and is no fault of this program. */
async function runRemotely(command: ReadyCommand, run: Remotely, note: HostNote): Promise<ExitCode> {
  try {
    return await command.run(remoteTerminal(run, note));
  } catch (error) {
    if (!(error instanceof HostLost)) throw error;
    const hangs = error.fault.kind === 'timed-out';
    run.terminal.complain(hangs ? sayNoHost({ kind: 'silent', pid: note.pid ?? null }) : HOST_ENDED);
    return hangs ? EXIT.busy : EXIT.no;
  }
}

const HOST_ENDED =
  'The Intray that runs on this profile ended before it had answered. It may have done what this command asks for, or a part of it; nothing is sent twice. Look with "status", then give the command again.';

function remoteTerminal({ world: { http, clock }, terminal }: Remotely, note: HostNote): Terminal {
  return { ...terminal, client: remoteClient(http, note), browsers: browsersClient(http, note), clock, host: { ipv6: note.ipv6 ?? null } };
}

async function runElsewhere(command: ReadyCommand, { world, terminal }: CommandRun): Promise<ExitCode> {
  const running = await findRunning(world, command.host.profile);
  if (running.kind === 'host') return runRemotely(command, { world, terminal }, running.note);
  terminal.complain(sayNoHost(running));
  return EXIT.busy;
}
