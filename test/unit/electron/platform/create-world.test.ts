import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { createWorld } from '#electron/platform/create-world.ts';
import { keyFile } from '#electron/platform/secrets/key-file.ts';
import { ok } from '#shared/lib/result.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const GET = { method: 'GET', headers: {}, timeoutMs: 5_000, answerBytesMax: 1_000 } as const;

function aWorld(folder: string) {
  return createWorld({ log: recordingLog(), files: nodeFiles(), secrets: keyFile({ path: join(folder, 'key'), absent: 'create' }) });
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

  it('trusts what the system trusts with the first request that needs it, and loses nothing of what was trusted before', async () => {
    const before = tls.getCACertificates('bundled');
    const server = await scriptedServer(() => ({ status: 200, body: 'hello' }));
    const { http } = aWorld(tempFolder());
    // Plain HTTP needs no certificates, so none are loaded. An earlier test of this process may have loaded some, so the list is emptied,
    // and restored afterwards.
    tls.setDefaultCACertificates([]);
    await http.send({ ...GET, url: server.url });
    expect(tls.getCACertificates('default')).toEqual([]);
    tls.setDefaultCACertificates(before);
    await http.send({ ...GET, url: server.url.replace('http:', 'https:') });
    const trusted = new Set(plain(tls.getCACertificates('default')));
    const wanted = plain([...before, ...tls.getCACertificates('system')]);
    expect(wanted.filter((certificate) => !trusted.has(certificate))).toEqual([]);
    expect(trusted.size).toBeGreaterThan(50);
  });
});

/** Line ends of the same certificate depend on where it came from. */
function plain(certificates: readonly string[]): string[] {
  return certificates.map((one) => one.replaceAll(/\s/g, ''));
}
