import { createRouter } from '#electron/engine/create-router.ts';
import type { Engine, EngineFault } from '#electron/engine/engine.ts';
import type { Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import type { ReadyCommand, Terminal } from './commands/support/command.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { browsersClient, HostLost, localClient, remoteClient } from './engine-client.ts';
import { findHost, findRunning, sayNoHost } from './host/find-host.ts';
import type { HostNote } from './host/host-note.ts';
import { exitOf, sayAppFault } from './say-app-fault.ts';

export type CommandRun = {
  readonly world: World;
  readonly open: () => Promise<Result<Engine, EngineFault>>;
  readonly terminal: Omit<Terminal, 'client' | 'clock' | 'browsers'>;
};

/** Time for work still in flight once the command has its answer; its result is stored either way. */
const PATIENCE_MS = 5_000;

/** Runs a command on this profile: by the host that has it open, otherwise by an engine opened for this command only. */
export async function runCommand(command: ReadyCommand, run: CommandRun): Promise<ExitCode> {
  const { world, terminal } = run;
  const { profile } = command.host;
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
