import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rawHttp } from '#test/contract/raw-http.ts';
import { headFaults, headersIn } from '#test/support/network/head-faults.ts';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const END = 'connection: close\r\n\r\n';

describe('every answer of the host, over its socket', () => {
  test('carries the headers of the window, also where it is refused before it is a request', { timeout: 120_000 }, async () => {
    const profile = tempFolder();
    const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', '0'];
    const { ready } = await readyLine({ args });
    const own = `host: 127.0.0.1:${String(ready['port'])}\r\n`;
    const wrong: string[] = [];
    for (const [status, bytes] of [
      [200, `GET /healthz HTTP/1.1\r\n${own}${END}`],
      [421, `GET / HTTP/1.1\r\n${own}${END}`],
      [421, `GET /rpc/info HTTP/1.1\r\nhost: elsewhere\r\n${END}`],
      [401, `POST /token HTTP/1.1\r\n${own}x-intray: 1\r\nx-intray-key: guessed\r\ncontent-length: 0\r\n${END}`],
      [413, `POST /session HTTP/1.1\r\n${own}x-intray-key: guessed\r\ncontent-length: 999999\r\n${END}`],
      [400, `GET / HTTP/1.1\r\n${END}`],
      [400, `GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n${END}`],
      [400, 'NONSENSE\r\n\r\n'],
      [417, `GET / HTTP/1.1\r\n${own}expect: a-miracle\r\n${END}`],
      [431, `GET / HTTP/1.1\r\n${own}x: ${'a'.repeat(40_000)}\r\n${END}`],
    ] as const) {
      const { status: came, head } = await rawHttp(`http://127.0.0.1:${String(ready['port'])}`, bytes);
      expect([bytes.slice(0, 40), came]).toEqual([bytes.slice(0, 40), status]);
      wrong.push(...headFaults({ headers: headersIn(head) }).map((fault) => `${bytes.slice(0, 40)} ${came}: ${fault}`));
    }
    expect(wrong).toEqual([]);
  });
});
