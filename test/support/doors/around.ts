import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../temp-folder.ts';
import type { Around, DoorName } from './doors.ts';

const SECRET = 'a-token-of-the-environment';
const [isLinux, isWindows] = [process.platform === 'linux', process.platform === 'win32'];

/** What a process says that it lacks where no network namespace is to be had: only of Linux that is expected. */
export const NO_NETWORK_LACK: readonly string[] = isLinux ? ['no-network'] : [];

/** A profile, a folder beside it, and servers, for the doors to lead to. */
export async function laidOut(): Promise<Around> {
  process.env['INTRAY_TEST_TOKEN'] = SECRET;
  onTestFinished(() => void Reflect.deleteProperty(process.env, 'INTRAY_TEST_TOKEN'));
  const folder = tempFolder();
  for (const name of ['profile', 'profile/spool', 'elsewhere']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'profile', 'vault.json'), '{}');
  writeFileSync(join(folder, 'elsewhere', 'letter.txt'), 'private');
  const [socket, abstract] = [join(folder, 'socket'), `\0intray-doors-${process.pid}`];
  return {
    secret: SECRET,
    vault: join(folder, 'profile', 'vault.json'),
    spool: join(folder, 'profile', 'spool'),
    elsewhere: join(folder, 'elsewhere'),
    tcp4: (await listening({ port: 0, host: '127.0.0.1' })) ?? 0,
    tcp6: await listening({ port: 0, host: '::1' }),
    socket: isWindows ? null : (await listening({ path: socket }), socket),
    abstract: isLinux ? (await listening({ path: abstract }), abstract) : null,
  };
}

/** Null where the address is not there. */
function listening(at: { readonly port?: number; readonly host?: string; readonly path?: string }): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 204 No Content\r\n\r\n'));
    onTestFinished(() => void server.close());
    server.once('error', () => resolve(null));
    server.listen(at, () => {
      const address = server.address();
      resolve(typeof address === 'object' ? (address?.port ?? null) : null);
    });
  });
}

/** Doors that this computer does not have. */
export function missingHere({ tcp6, socket }: Around): readonly DoorName[] {
  return [
    ...(tcp6 === null ? (['IPv6 loopback', 'IPv6 loopback, kept'] as const) : []),
    ...(isLinux ? [] : (['an abstract socket', 'an abstract socket, kept', 'the memory of the parent'] as const)),
    ...(socket === null ? (['a socket with a path', 'a socket with a path, kept'] as const) : []),
  ];
}
