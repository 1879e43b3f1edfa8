import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeAuthority } from '#test/support/network/make-certificate.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_AUTHORITIES_FILE, unless } from '#test/support/why-skipped.ts';

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
