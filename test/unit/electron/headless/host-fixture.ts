import { mkdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { onTestFinished } from 'vitest';
import { hostApp } from '#electron/headless/host-app.ts';
import { windowUrl } from '#electron/headless/window-url.ts';
import { CALL_HEADER } from '#electron/headless/request-guard.ts';
import { createSessions, type Sessions } from '#electron/headless/sessions.ts';
import { windowFiles } from '#electron/headless/window-files.ts';
import { nodeFiles } from '#electron/world/files.ts';
import { appContract } from '#shared/app-api/app-contract.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { serve } from '#shared/node/serve.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};
export type Ask = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Host = {
  readonly port: number;
  readonly sessions: Sessions;
  /** Beside the window's folder lies a file that nobody may get: `secret.html`. */
  readonly folder: string;
  /** Raw: sends just these headers (Host too, if given) and this path, unnormalised. */
  ask(ask: Ask): Promise<Answer>;
  /** As our own page would call. */
  own(extra?: Readonly<Record<string, string>>): Record<string, string>;
  signIn(): Promise<string>;
};

/** A host with real sockets and real files; its engine answers one call. */
export async function startHost(options: { readonly built: boolean } = { built: true }): Promise<Host> {
  const folder = tempFolder();
  if (options.built) buildWindow(folder);
  const api = implement(appContract);
  const router = { info: api.info.handler(() => ({ version: '1.2.3', host: 'headless' as const, locale: 'fr' })) };
  let port = 0;
  const sessions = createSessions(nodeRandom(), () => `intray-${port}`);
  const app = hostApp({
    router,
    sessions,
    windowFiles: windowFiles(nodeFiles(), join(folder, 'window')),
    port: () => port,
    log: recordingLog(),
  });
  const served = await serve(app.fetch, { port: 0 });
  ({ port } = served);
  onTestFinished(() => served.close());
  const ask = (asked: Ask): Promise<Answer> => askPort(port, asked);
  const own = (extra: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    origin: `http://127.0.0.1:${port}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    [CALL_HEADER]: '1',
    ...extra,
  });
  const signIn = async (): Promise<string> => {
    const token = windowUrl(port, sessions.issueToken()).split('#token=')[1];
    const answer = await ask({ method: 'POST', path: '/session', headers: own(), body: JSON.stringify({ token }) });
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };
  return { port, sessions, folder, ask, own, signIn };
}

function buildWindow(folder: string): void {
  mkdirSync(join(folder, 'window', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'window', 'index.html'), '<!doctype html><title>Intray</title>');
  writeFileSync(join(folder, 'window', 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(join(folder, 'secret.html'), 'nobody may read this');
}

function askPort(port: number, { method = 'GET', path = '/', headers = {}, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: { ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}
