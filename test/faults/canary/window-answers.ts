import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { askHost, pageHeaders, sessionIn, signInBy } from '#test/support/network/ask-host.ts';
import type { Left } from '#test/support/find-canaries.ts';

/** The calls that a window makes on its own, with their argument, if any. */
const CALLS: readonly (readonly [path: string, json: unknown])[] = [
  ['info', undefined],
  ['overview', undefined],
  ['items/list', { limit: 500 }],
  ['items/bulkArrival', {}],
  ['folders/browse', { path: null }],
  ['secrets/view', undefined],
  ['settings/get', undefined],
];

/** Signs in as a browser does, and requests everything that a window shows; returns every byte of every answer, headers included. */
export async function windowAnswers(profile: string, url: string): Promise<{ readonly left: readonly Left[]; readonly session: string }> {
  const { port } = new URL(url);
  const session = sessionIn(await signInBy(url));
  const headers = { ...pageHeaders(url), [SESSION_HEADER]: session };
  const left: Left[] = [];
  for (const [path, json] of CALLS) {
    const { status, bytes } = await askHost(port, { path: `/rpc/${path}`, headers, body: JSON.stringify({ json }) });
    if (status !== 200) throw new Error(`${path}: ${bytes.toString()}`);
    left.push({ where: `answer of ${path}`, bytes });
  }
  const wrong = { name: 'x', integrationId: 'none', integrationSecret: 'a window’s secret that is told back to nobody' };
  left.push({
    where: 'answer to a wrong call',
    bytes: (await askHost(port, { path: '/rpc/companies/connect', headers, body: JSON.stringify({ json: wrong }) })).bytes,
  });
  const { commandKey } = z.object({ commandKey: z.string() }).parse(JSON.parse(readFileSync(join(profile, 'host.json'), 'utf8')));
  left.push({
    where: 'a fresh address',
    bytes: (await askHost(port, { path: '/token', headers: { 'x-intray': '1', 'x-intray-key': commandKey } })).bytes,
  });
  return { left, session };
}
