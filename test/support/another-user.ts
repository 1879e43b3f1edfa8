import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Answer = { readonly type: string; readonly body: string; readonly status?: number };

/** What they take: an address and a port, or an abstract name. */
export type Wanted = {
  readonly host?: string;
  readonly port?: number;
  readonly ipv6Only?: boolean;
  /** An abstract socket's name, without its NUL: listened on, or only bound. */
  readonly name?: string;
  readonly boundName?: string;
  /** What is answered at each path; everywhere else `page`. */
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly page?: string;
};

export type Told = { readonly port: number } | { readonly code: string } | { readonly heard: string };

export type AnotherUser = {
  readonly port: number;
  /** Everything that they received, headers included. */
  heard(): Promise<string>;
  end(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./another-user-program.ts', import.meta.url));

/**
 * Another user's program on this computer, as a process of the user `nobody`; where this is not run by root, as one of this same user, which may
 * take the same ports. Rejects with the system's code if it gets nothing.
 */
export async function anotherUser(wanted: Wanted): Promise<AnotherUser> {
  const child = fork(PROGRAM, [JSON.stringify(wanted)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const told = await hearNext(child);
  if (!('port' in told)) {
    child.disconnect();
    throw new Error('code' in told ? told.code : 'not asked yet');
  }
  return {
    port: told.port,
    heard: async () => {
      const next = hearNext(child);
      child.send('heard');
      const answer = await next;
      return 'heard' in answer ? answer.heard : '';
    },
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The system's code, where they cannot take it; null where they can, and let go of it again. */
export async function whyNotTaken(wanted: Wanted): Promise<string | null> {
  try {
    await (await anotherUser(wanted)).end();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'UNKNOWN';
  }
}

async function hearNext(child: ChildProcess): Promise<Told> {
  const [told] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [{ code: 'ENDED' }])])) as [Told];
  return told;
}
