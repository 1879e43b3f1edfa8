import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readInvitationFile, shareIn } from '#electron/platform/files/read-invitation-file.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_AUTHORITIES_FILE, NO_LINKS, unless } from '#test/support/why-skipped.ts';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { promisify } from 'node:util';
import { makeAuthority } from '#test/support/network/make-certificate.ts';

const LINK = 'https://relay.example.com/invitation#1.AAAAAAAAAAAAAAAAAAAAAA';

/** A line of the kernel's table of mounts. */
function mount(point: string, type: string): string {
  return `36 35 98:0 / ${point} rw,noatime master:1 - ${type} source rw`;
}

const NO_PIPES = existsSync('/dev/zero') ? null : 'there are no pipes and devices among the files here';

describe('the file of an invitation', () => {
  it('is read whole up to 8 KB', async () => {
    const path = join(tempFolder(), 'Exemple.intray');
    writeFileSync(path, `${LINK}\n`);
    expect(await readInvitationFile(path)).toEqual({ ok: true, value: `${LINK}\n` });
    writeFileSync(path, 'x'.repeat(8_192));
    expect(await readInvitationFile(path)).toMatchObject({ ok: true });
    writeFileSync(path, 'x'.repeat(8_193));
    expect(await readInvitationFile(path)).toEqual({ ok: false, failure: 'too-large' });
  });

  it('is no link', unless(NO_LINKS), async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'real.intray'), LINK);
    symlinkSync(join(folder, 'real.intray'), join(folder, 'link.intray'));
    expect(await readInvitationFile(join(folder, 'link.intray'))).toEqual({ ok: false, failure: 'not-a-file' });
  });

  it('is no folder', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'folder.intray'));
    expect(await readInvitationFile(join(folder, 'folder.intray'))).toEqual({ ok: false, failure: 'not-a-file' });
    expect(await readInvitationFile(join(folder, 'gone.intray'))).toEqual({ ok: false, failure: 'unreadable' });
  });

  it('is no pipe and no device', unless(NO_PIPES), async () => {
    const pipe = join(tempFolder(), 'pipe.intray');
    spawnSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero']) expect(await readInvitationFile(path)).toEqual({ ok: false, failure: 'not-a-file' });
  });

  it.each(['\\\\evil.example\\share\\a.intray', '//evil.example/share/a.intray', '\\\\?\\UNC\\evil.example\\share\\a.intray'])(
    'is not opened on a share of Windows, whose computer is not contacted: %s',
    async (path) => {
      expect(await readInvitationFile(path, 'win32')).toEqual({ ok: false, failure: 'on-a-share' });
    },
  );

  it('is on a share where the innermost mount around it is one', () => {
    const table = [
      mount('/', 'ext4'),
      mount('/media/nas', 'cifs'),
      mount('/media/nas/local', 'ext4'),
      mount('/run/user/1000/gvfs', 'fuse.gvfsd-fuse'),
      mount('/mnt', 'ext4'),
      mount('/mnt', 'nfs4'),
    ].join('\n');
    for (const path of ['/media/nas/a.intray', '/run/user/1000/gvfs/smb-share/a.intray', '/mnt/a.intray'])
      expect(shareIn(table, path)).toBe(true);
    for (const path of ['/home/anne/a.intray', '/media/nas/local/a.intray', '/media/nasty/a.intray'])
      expect(shareIn(table, path)).toBe(false);
  });
});

const PROGRAM = `
  import { nodeFiles } from '#electron/platform/files/node-files.ts';
  import { createWorld } from '#electron/platform/create-world.ts';
  const quiet = { info() {}, warn() {}, error() {}, debug() {} };
  const { http } = createWorld({ log: quiet, files: nodeFiles(), secrets: null });
  const sent = await http.send({ method: 'GET', url: process.argv[1], headers: {}, timeoutMs: 20_000, answerBytesMax: 99 });
  console.log(JSON.stringify(sent.ok ? { status: sent.value.status } : sent.failure));
  process.exit(0);
`;
const office = makeAuthority('Office firewall');

/** The result of a program of ours, started as a system with these certificates starts it. */
async function asked(environment: (authorityFile: string) => Record<string, string>): Promise<unknown> {
  const file = join(tempFolder(), 'office.pem');
  writeFileSync(file, office.cert);
  let heard = 0;
  const server = createServer(office.issue({ host: 'localhost' }), (_, response) => response.end(String((heard += 1))));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  const { NODE_EXTRA_CA_CERTS: _, SSL_CERT_FILE: __, NODE_OPTIONS: ___, ...own } = process.env;
  const env = { ...own, ...environment(file) };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM, url], { env, timeout: 60_000 });
  return { ...(JSON.parse(stdout) as object), heard };
}

describe('a service behind a firewall with an authority of its own', () => {
  it('is refused, by the reason’s name and before a byte left, where nobody put that authority into the system', async () => {
    expect(await asked(() => ({}))).toEqual({
      kind: 'certificate',
      sent: 'never-sent',
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      heard: 0,
    });
  });

  it('is reached where the authority lies in the system’s own store', unless(NO_AUTHORITIES_FILE), async () => {
    // The file where OpenSSL looks for the system's authorities; Windows and macOS have a list of their own.
    expect(await asked((file) => ({ SSL_CERT_FILE: file }))).toEqual({ status: 200, heard: 1 });
  });

  it('is reached where the authority is named to Node alone', async () => {
    expect(await asked((file) => ({ NODE_EXTRA_CA_CERTS: file }))).toEqual({ status: 200, heard: 1 });
  });
});
