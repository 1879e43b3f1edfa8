import { readFileSync, statSync } from 'node:fs';
import { readCommand } from '#electron/headless/commands/all-commands.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { EngineFixture } from '#test/unit/electron/an-engine.ts';

type Given = Pick<EngineFixture, 'client'> & {
  /** Texts by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly input?: string;
};

/** Runs a command on an engine of this process, with no person at a terminal; its output is joined by line ends. */
export async function runIn({ client, files = {}, input = '' }: Given, ...args: readonly string[]) {
  const command = readCommand([...args, '--profile', 'p']);
  if (!command.ok) throw new Error(command.failure);
  const [printed, complained]: [string[], string[]] = [[], []];
  const exit = await command.value.run({
    client,
    clock: nodeClock(),
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
    readInput: async () => input,
    readFile: async (path) => files[path] ?? null,
    program: 'intray',
    readBytes: async (path) => ({ bytes: readFileSync(path), size: statSync(path).size }),
  });
  return { exit, printed: printed.join('\n'), complained: complained.join('\n') };
}
