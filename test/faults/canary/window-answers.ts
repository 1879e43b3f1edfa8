import { request } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Left } from '#test/support/find-canaries.ts';

/** What a window asks for on its own; each of these answers without an argument, or with this one. */
const CALLS: readonly (readonly [path: string, json: unknown])[] = [
  ['info', undefined],
  ['overview', undefined],
  ['items/list', { limit: 500 }],
  ['items/flood', {}],
  ['folders/browse', { path: null }],
  ['secrets/view', undefined],
  ['settings/get', undefined],
];

/** Signs in as a browser does, and asks for all that a window shows; every byte of every answer, heads included. */
export async function windowAnswers(profile: string, url: string): Promise<{ readonly left: readonly Left[]; readonly cookie: string }> {
  const { port, hash } = new URL(url);
  const own = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, 'x-intray': '1', 'content-type': 'application/json' };
  const signedIn = await ask(port, { path: '/session', headers: own, body: JSON.stringify({ token: hash.replace('#token=', '') }) });
  const cookie = /set-cookie: ([^;]+);/i.exec(signedIn.toString())?.[1] ?? '';
  const headers = { ...own, cookie };
  const left: Left[] = [];
  for (const [path, json] of CALLS) {
    const bytes = await ask(port, { path: `/rpc/${path}`, headers, body: JSON.stringify({ json }) });
    if (!bytes.toString().startsWith('200')) throw new Error(`${path}: ${bytes.toString()}`);
    left.push({ where: `answer of ${path}`, bytes });
  }
  const wrong = { name: 'x', integrationId: 'none', integrationSecret: 'a window’s secret that is told back to nobody' };
  left.push({
    where: 'answer to a wrong call',
    bytes: await ask(port, { path: '/rpc/companies/connect', headers, body: JSON.stringify({ json: wrong }) }),
  });
  const { commandKey } = z.object({ commandKey: z.string() }).parse(JSON.parse(readFileSync(join(profile, 'host.json'), 'utf8')));
  left.push({
    where: 'a fresh address',
    bytes: await ask(port, { path: '/token', headers: { 'x-intray': '1', 'x-intray-key': commandKey } }),
  });
  return { left, cookie: cookie.slice(cookie.indexOf('=') + 1) };
}

type Asked = { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string };

function ask(port: string, { path, headers, body = '' }: Asked): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { ...headers, ...length } }, (answer) => {
      const heads: string[] = [];
      for (let at = 0; at < answer.rawHeaders.length; at += 2) heads.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`);
      const chunks: Buffer[] = [Buffer.from(`${answer.statusCode}\n${heads.join('\n')}\n`)];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
    });
    asked.on('error', reject).end(body);
  });
}
