import type { App, AppFault } from '#electron/app-shape.ts';
import type { Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { type Call, EXIT, type ExitCode, type ReadyCommand } from './commands/command.ts';
import { localClient, remoteClient } from './engine-client.ts';
import { findRunning, sayNoHost } from './find-running.ts';

export type CommandRun = {
  readonly world: World;
  readonly open: () => Promise<Result<App, AppFault>>;
  readonly terminal: Omit<Call, 'client' | 'clock'>;
};

/** What is under way when a command has its answer may end; its result is kept either way. */
const PATIENCE_MS = 5_000;

/** Runs a command on this profile: by the host that has it open, else by an engine of its own for just as long. */
export async function runCommand(command: ReadyCommand, run: CommandRun): Promise<ExitCode> {
  const { world, terminal } = run;
  const opened = await run.open();
  if (!opened.ok) {
    if (opened.failure.kind === 'in-use') return runElsewhere(command, run);
    terminal.complain(sayAppFault(opened.failure));
    return EXIT.closed;
  }
  const app = opened.value;
  try {
    if (command.needs === 'running') await app.start();
    return await command.run({ ...terminal, client: localClient(app.router), clock: world.clock });
  } finally {
    await app.close(PATIENCE_MS);
  }
}

async function runElsewhere(command: ReadyCommand, { world, terminal }: CommandRun): Promise<ExitCode> {
  const running = await findRunning(world, command.host.profile);
  if (running.kind === 'host') return command.run({ ...terminal, client: remoteClient(world.http, running.note), clock: world.clock });
  terminal.complain(sayNoHost(running));
  return EXIT.busy;
}

export function sayAppFault(fault: AppFault): string {
  switch (fault.kind) {
    case 'in-use':
      return 'Another Intray has this profile open. Close it first.';
    case 'newer':
      return 'A newer version of Intray made this profile. Use that version.';
    case 'unreadable':
    default:
      return `This profile cannot be opened: ${fault.detail}`;
  }
}
