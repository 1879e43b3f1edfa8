import { z } from 'zod';
import { type Program, startProgram } from '../demo/start-program.ts';

/** One of the three programs in development. It restarts on the same port, with the same data. */
export type Part<T> = {
  readonly name: string;
  /** Its first source file; it runs everything imported from there. */
  readonly entry: string;
  /** What the running program offers. Waits for a restart in progress, and rejects if that failed. */
  readonly current: () => Promise<T>;
  /** Rejects if it does not start; the next change tries again. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type PartOptions<T> = {
  readonly entry: string;
  /** Called after each start; returns what the others use of this program. */
  readonly open: () => Promise<T>;
  /** Called with the end of its log if it ended without being asked to. */
  readonly onCrash: (name: string, log: string) => void;
};

const readySchema = z.object({ port: z.number().optional(), url: z.url().optional(), baseUrl: z.url().optional() });

export async function developPart<T>(first: Program, { entry, open, onCrash }: PartOptions<T>): Promise<Part<T>> {
  let program = first;
  let stopping = false;
  const watchForCrash = async (watched: Program): Promise<void> => {
    await watched.ended;
    if (watched !== program || stopping) return;
    current = Promise.reject(new Error(`${watched.name} has ended`));
    current.catch(() => undefined);
    onCrash(watched.name, watched.log());
  };
  let current = open();
  await current;
  void watchForCrash(program);
  const startAgain = async (): Promise<T> => {
    stopping = true;
    await program.stop();
    program = await startProgram({ ...first.start, args: onPort(first.start.args, portOf(first)) });
    stopping = false;
    void watchForCrash(program);
    return open();
  };
  return {
    name: first.name,
    entry,
    current: () => current,
    restart: async () => {
      current = startAgain();
      // Callers of `current` and of `restart` see the failure; before one of them awaits it, it must not count as unhandled.
      current.catch(() => undefined);
      await current;
    },
    stop: async () => {
      stopping = true;
      await program.stop();
    },
  };
}

function onPort(args: readonly string[], port: number): readonly string[] {
  return args.map((arg, at) => (args[at - 1] === '--port' ? String(port) : arg));
}

function portOf({ ready }: Program): number {
  const { port, url, baseUrl } = readySchema.parse(ready);
  return port ?? Number(new URL(baseUrl ?? url ?? '').port);
}
