import { z } from 'zod';
import { enrolAnswerSchema, pageSchema } from '#shared/relay-protocol/messages.ts';
import { cursorPath, eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { serve } from '#shared/node/http/serve.ts';
import type { HttpMethod } from '#shared/ports/http.ts';
import { claimsFor, eventBody, ISSUER, jwt, type SigningKey, signingKey } from '#test/unit/shared/service-client/odd-events.ts';
import { fakeService, type FakeService } from '../relay-bench.ts';

export type Desktop = {
  /** Reads all logs to their ends, once; false if the relay did not answer. */
  look(url: string): Promise<boolean>;
  /** How many times each event was read. */
  readonly read: ReadonlyMap<string, number>;
  /** Places that were missing or came twice, and changes of the epoch: `"3 after 1"`. */
  readonly faults: readonly string[];
};

const TIMEOUT_MS = 10_000;

/** A desktop that has proved some integrations: it reads pages, keeps its cursor, acknowledges. */
export async function desktop(url: string, standIn: ServiceStandIn, integrations: readonly string[]): Promise<Desktop> {
  const enrolled = enrolAnswerSchema.parse(await ask(url, { method: 'POST', path: RELAY_PATHS.devices, json: { name: 'PC' } }));
  const token = enrolled.deviceToken;
  for (const integrationId of integrations) {
    const integrationSecret = standIn.service.integration(integrationId);
    await ask(url, { method: 'POST', path: RELAY_PATHS.integrations, token, json: { integrationId, integrationSecret } });
  }
  const cursors = new Map<string, number>();
  const read = new Map<string, number>();
  const faults: string[] = [];
  let epoch: string | null = null;

  const lookAt = async (from: string, integrationId: string): Promise<boolean> => {
    const after = cursors.get(integrationId) ?? 0;
    const page = pageSchema.parse(await ask(from, { method: 'GET', path: `${eventsPath(integrationId)}?after=${after}`, token }));
    epoch ??= page.epoch;
    if (page.epoch !== epoch) faults.push('another epoch');
    let seq = after;
    for (const event of page.events) {
      if (event.seq !== seq + 1) faults.push(`${event.seq} after ${seq}`);
      seq = event.seq;
      read.set(event.eventId, (read.get(event.eventId) ?? 0) + 1);
    }
    cursors.set(integrationId, seq);
    if (seq > after) await ask(from, { method: 'PUT', path: cursorPath(integrationId), token, json: { epoch, seq } });
    return page.more;
  };
  return {
    read,
    faults,
    async look(from) {
      try {
        for (const integrationId of integrations) while (await lookAt(from, integrationId));
        return true;
      } catch (error) {
        if (error instanceof z.ZodError) throw error;
        return false;
      }
    },
  };
}

type Question = { readonly method: string; readonly path: string; readonly token?: string; readonly json?: unknown };

async function ask(url: string, { method, path, token, json }: Question): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}`);
  return text === '' ? null : JSON.parse(text);
}

export type RelayProcess = {
  readonly url: string;
  readonly pid: number;
  stderr(): string;
  /** Resolves when it has ended: with its exit code, or null if a signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
};

/** For a cold start on a loaded machine. */
const READY_WITHIN_MS = 60_000;

/** The relay as an operator runs it: a program of its own, configured by its environment. */
export async function relayProcess(environment: Readonly<Record<string, string>>, port = 0): Promise<RelayProcess> {
  const child = spawn(process.execPath, ['relay/server.ts', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-10_000);
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const line = await waitForReadyLine(child);
  if (line === null) {
    child.kill('SIGKILL');
    throw new Error(`the relay did not start\n${stderr}`);
  }
  return {
    url: (JSON.parse(line) as { url: string }).url,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function waitForReadyLine(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), READY_WITHIN_MS);
    const done = (line: string | null): void => {
      clearTimeout(timer);
      resolve(line);
    };
    child.once('exit', () => done(null));
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', done);
  });
}

export type ServiceStandIn = {
  readonly service: FakeService;
  readonly key: SigningKey;
  /** What a relay has to know about it, as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** The hand-written service of the relay's tests, on a real port of this machine. */
export async function serviceStandIn(): Promise<ServiceStandIn> {
  const key = signingKey('key-1');
  const service = fakeService([key.jwk]);
  const served = await serve(
    async (request) => {
      const path = new URL(request.url).pathname;
      const url = path === '/jwks' ? 'https://keys.service.example/jwks' : `https://api.service.example${path}`;
      const headers = Object.fromEntries(request.headers);
      const answer = await service.http.send({ method: request.method as HttpMethod, url, headers, timeoutMs: 0, answerBytesMax: 0 });
      if (!answer.ok) return new Response(null, { status: 502 });
      const { status, body } = answer.value;
      return new Response(status === 204 ? null : Buffer.from(body), { status, headers: answer.value.headers });
    },
    { port: 0 },
  );
  const url = `http://127.0.0.1:${served.port}`;
  return {
    service,
    key,
    environment: {
      RELAY_BASE_URL: `${url}/v1`,
      RELAY_AUTH_URL: url,
      RELAY_JWKS_URL: `${url}/jwks`,
      RELAY_ISSUER: ISSUER,
      RELAY_CLIENT_ID: 'partner-id',
      RELAY_CLIENT_SECRET: 'partner-secret',
      RELAY_SEAL_KEYS: 'none',
      RELAY_LOG_LEVEL: 'error',
    },
    close: () => served.close(),
  };
}

/** The service's schedule of 5 s, 10 s, 30 s and then every 5 min for 48 hours: the burst 1,000 times as fast, the rest 3,000 times. */
const BURST_MS = [5, 10, 30] as const;
const EVERY_MS = 100;
const TRIES_MAX = 576;

type Delivery = { readonly id: string; readonly integrationId: string };

type DeliverDeps = {
  readonly key: SigningKey;
  /** The address for this attempt, as a balancer chooses it. */
  readonly url: () => string;
};

/** Delivers one event as the service does, until a 2xx or until it gives up. Returns the number of attempts; null if it gave up. */
export async function deliver({ id, integrationId }: Delivery, deps: DeliverDeps): Promise<number | null> {
  const body = eventBody({ id, integrationId });
  const signed = jwt(deps.key, claimsFor(body, Date.now()));
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    if (await accepted(deps.url(), signed, body)) return tries;
    await new Promise((resolve) => setTimeout(resolve, BURST_MS[tries - 1] ?? EVERY_MS));
  }
  return null;
}

async function accepted(url: string, signed: string, body: Buffer): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/cloudevents+json', 'x-service-webhook-signature': signed },
      body: Uint8Array.from(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // Refused, reset, or no answer: the service counts each as a failure.
    return false;
  }
}
