import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorld } from '#electron/world/world.ts';
import { keyFile } from '#electron/world/key-file.ts';
import { ok } from '#shared/lib/result.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { scriptedServer } from '#test/support/scripted-server.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const GET = { method: 'GET', headers: {}, timeoutMs: 5_000, answerBytesMax: 1_000 } as const;

function aWorld(folder: string) {
  return createWorld({ log: recordingLog(), secrets: keyFile({ path: join(folder, 'key'), absent: 'create' }) });
}

describe('the real world', () => {
  it('speaks HTTP, keeps files and secrets, and knows the time', async () => {
    const folder = tempFolder();
    const world = aWorld(folder);
    const server = await scriptedServer(() => ({ status: 200, body: 'hello' }));
    const sent = await world.http.send({ ...GET, url: server.url });
    expect(sent.ok && Buffer.from(sent.value.body).toString()).toBe('hello');
    const path = join(folder, 'file');
    expect(await world.files.writeDurably(path, new Uint8Array([1, 2, 3]))).toEqual(ok(null));
    expect(await world.files.read(path, { root: folder, bytesMax: 10 })).toMatchObject({
      ok: true,
      value: { bytes: new Uint8Array([1, 2, 3]) },
    });
    await world.secrets.set('a', 'b');
    expect(await world.secrets.get('a')).toEqual(ok('b'));
    expect(Math.abs(world.clock.wallMs() - Date.now())).toBeLessThan(60_000);
  });

  it('trusts no certificate that nobody vouches for', async () => {
    const folder = tempFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    try {
      execFileSync(
        'openssl',
        ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-subj', '/CN=127.0.0.1', '-days', '1'],
        { stdio: 'ignore' },
      );
    } catch {
      console.log('skipped: no openssl on this machine');
      return;
    }
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => response.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await aWorld(folder).http.send({ ...GET, url })).toMatchObject({
      ok: false,
      failure: { kind: 'certificate', sent: 'never-sent' },
    });
  });
});
