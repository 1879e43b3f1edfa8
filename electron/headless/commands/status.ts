import { z } from 'zod';
import type { Overview } from '#shared/app-api/views.ts';
import type { Disk } from '#shared/domain/disk.ts';
import type { Recovery } from '#shared/domain/recovery.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { type Command, command, EXIT } from './command.ts';

export const statusCommand: Command = command({
  words: 'status',
  usage: '[--json] [--seen]',
  summary: 'says how everything stands, and what keeps it from going on',
  options: { json: { type: 'boolean' }, seen: { type: 'boolean' } },
  schema: z.object({
    json: z.boolean().default(false),
    seen: z.boolean().default(false),
    paths: z.array(z.string()).max(0, 'nothing else is expected'),
  }),
  run: async (input, call) => {
    const overview = await call.client.overview();
    if (input.json) call.print(JSON.stringify(overview, null, 2));
    else for (const line of linesOf(overview)) call.print(line);
    if (input.seen) await call.client.recovery.seen();
    return EXIT.done;
  },
});

function linesOf(overview: Overview): readonly string[] {
  const { standing, counts, companies, relay, vault, disk, recovery } = overview;
  const documents = Object.entries(counts).filter(([, count]) => count > 0);
  return [
    `standing: ${standing}`,
    `documents: ${documents.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none'}`,
    ...companies.map(({ name, connection }) => `company ${JSON.stringify(name)}: ${connection.kind}`),
    `relay: ${relay.kind}`,
    `vault: ${vault}`,
    `disk: ${sayDisk(disk)}`,
    ...(recovery === null ? [] : [`journal: ${sayRecovery(recovery)}`]),
  ];
}

function sayDisk(disk: Disk): string {
  if (disk.kind === 'good') return 'good';
  return `${disk.fault} since ${time(disk.since)}; nothing is sent before it can be written down, and nothing is lost`;
}

function sayRecovery({ at, source, upTo, keptAs }: Recovery): string {
  const from =
    upTo === null ? { backup: 'a backup', 'set-up': 'the set-up alone', nothing: 'nothing' }[source] : `the backup of ${time(upTo)}`;
  return `made anew from ${from} on ${time(at)}${keptAs === null ? '' : `; the damaged one is kept as ${keptAs}`}; --seen ends this line`;
}

function time(at: WallMs): string {
  return new Date(at).toISOString();
}
