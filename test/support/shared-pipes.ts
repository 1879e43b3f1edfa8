import { createServer } from 'node:net';
import process from 'node:process';
import type { WhySkipped } from './why-skipped.ts';

/** Wine lets every program listen on the same pipe name; Windows only the first. */
export const SHARED_PIPES: WhySkipped = (await isTakenTwice()) ? 'here two programs get the same name of a pipe' : null;

async function isTakenTwice(): Promise<boolean> {
  if (process.platform !== 'win32') return false;
  const servers = [createServer(), createServer()];
  const listened = servers.map(
    (server) =>
      new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false));
        server.listen(`\\\\.\\pipe\\intray-probe-${process.pid}`, () => resolve(true));
      }),
  );
  const taken = await Promise.all(listened);
  for (const server of servers) server.close();
  return taken.every((one) => one);
}
