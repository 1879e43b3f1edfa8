import { dirname, resolve as absolute } from 'node:path';
import type { Engine, EngineFault } from '#electron/engine/engine.ts';
import { writeNamedFile } from './write-named-file.ts';
import { HANDED_BYTES_MAX } from '#shared/app-api/window-upload.ts';
import type { Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { askUnseen } from './ask-unseen.ts';
import { asksForHelp } from './asks-for-help.ts';
import { readCommand } from './commands/all-commands.ts';
import { completion, SHELLS } from './completion.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { help } from './help.ts';
import { HOST_QUESTIONS } from './host/host-questions.ts';
import type { HostOptions } from './host/host-options.ts';
import type { HostWorld } from './open-headless-engine.ts';
import { readStart } from './read-start.ts';
import { type CommandRun, runCommand } from './run-command.ts';
import { complain, print } from './terminal.ts';

export type CommandLineDeps = {
  readonly worldOf: (options: HostOptions, level: 'info' | 'warn') => HostWorld;
  readonly open: (world: HostWorld, options: HostOptions) => Promise<Result<Engine, EngineFault>>;
  /** A text file that the person named; null if it cannot be read. */
  readonly readFile: (path: string) => Promise<string | null>;
  readonly version: string;
  /** As the person called this program. */
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
  if (first === 'completion') return complete(args[1]);
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
    writeFile: (path, bytes) => writeNamedFile(absolute(path), bytes, files),
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

function complete(shell: string | undefined): ExitCode {
  const known = SHELLS.find((one) => one === shell);
  if (known === undefined) return complain(`completion of ${SHELLS.join(', ')}: name one of them`, EXIT.usage);
  process.stdout.write(completion(known));
  return EXIT.done;
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
