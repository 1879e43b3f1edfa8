import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import type { HttpMethod } from '#shared/ports/http.ts';
import { readyLine } from '#test/support/ready-line.ts';
import { type Description, descriptionOf } from './description.ts';
import { EVENTS, INTEGRATION_ID } from './fixtures/answers.ts';
import { member, SECTION_IDS } from './suite/check.ts';
import type { Answer } from './suite/client.ts';
import { runSuite } from './suite/run-suite.ts';
import type { Target } from './suite/target.ts';
import { aCaller, type Bench, importEntries, importInvoice, openBench } from './bench.ts';
import { ENTRIES } from './fixtures/entries.ts';

const SUITE_MS = 120_000;

describe('the OpenAPI description of the service', () => {
  it('is a valid OpenAPI 3.1 document by the official schema', async () => {
    const { document } = await served();
    const validator = new Validator();
    expect(await validator.validate(document as SpecData)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(await new Validator().validate({ ...(document as SpecData), paths: { health: {} } })).toMatchObject({ valid: false });
  });

  it('names every operation once', async () => {
    const { document } = await served();
    const ids = Array.from(JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g), ([, id]) => id);
    expect(ids).toHaveLength(9);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it(
    'describes every answer and every event that the contract suite meets',
    async () => {
      const { document, target } = await served();
      const description = descriptionOf(document);
      const met = await meeting(target, description);
      expect(met.failed).toEqual([]);
      expect(met.exchanges).toBeGreaterThan(300);
      expect(met.events).toBeGreaterThan(15);
      expect([...met.faults]).toEqual([]);
      // 413 is the other reading for a size over the limit; the sandbox answers 400 unless told otherwise.
      expect(description.answers.filter((answer) => !description.seen.has(answer) && !answer.endsWith(' 413'))).toEqual([]);
    },
    SUITE_MS,
  );

  it('finds what is not as described', async () => {
    const { document, target } = await served();
    const description = descriptionOf(document);
    const fault = (method: HttpMethod, path: string, of: Partial<Answer>) =>
      description.fault({ call: { method, url: `${target.baseUrl}${path}` }, answer: { ...NO_CONTENT, ...of } });
    const importPath = `/integrations/${INTEGRATION_ID}/entries`;
    expect(fault('GET', '/health', {})).toBe(null);
    expect(fault('GET', '/health', { text: 'a' })).toBe('has a body');
    expect(fault('GET', '/health', { status: 206 })).toBe('the status is not described');
    expect(fault('GET', '/healthy', {})).toBe('the operation is not described');
    expect(fault('POST', importPath, { status: 200, mediaType: 'text/html' })).toBe('text/html is not described');
    expect(fault('POST', importPath, { status: 200, mediaType: 'application/json', json: { documentId: '12' } })).toMatch(/uuid/);
    const call = {
      method: 'POST',
      url: `${target.baseUrl}${importPath}`,
      headers: { 'content-type': 'application/json' },
      body: '{"entries":{}}',
    } as const;
    expect(description.requestFault({ call, answer: NO_CONTENT })).toMatch(/data/);
  });

  it('fits the events of the document, and no other', async () => {
    const { document } = await served();
    const description = descriptionOf(document);
    const fault = (type: string, body: unknown) => description.eventFault({ type, contentType: TYPE, body });
    for (const body of Object.values(EVENTS)) expect(fault(body.type, body)).toBe(null);
    const { data: _, ...without } = EVENTS.REVOCATION;
    expect(fault('Revocation', without)).toMatch(/data/);
    expect(fault('Revocation', EVENTS.ACCEPTED)).toMatch(/type/);
    expect(fault('DocumentStatus', { ...EVENTS.ACCEPTED, data: { ...EVENTS.ACCEPTED.data, rejectionReason: 'a' } })).toMatch(
      /rejectionReason/,
    );
    expect(fault('Other', EVENTS.REVOCATION)).toMatch(/not described/);
  });
});

const NO_CONTENT: Answer = { status: 204, headers: {}, mediaType: '', text: '', json: undefined, fault: '' };
const TYPE = 'application/cloudevents+json';

type Served = { readonly document: unknown; readonly target: Target };

async function served(): Promise<Served> {
  const { ready } = await readyLine({ args: ['sandbox/server.ts'] });
  const of = (name: string): string => String(ready[name]);
  const document = (await (await fetch(`${of('authUrl')}/openapi.json`)).json()) as unknown;
  const control = { controlUrl: of('controlUrl'), listen: { host: '127.0.0.1', port: 0 }, webhookUrl: null };
  const addresses = { baseUrl: of('baseUrl'), authUrl: of('authUrl'), jwksUrl: of('jwksUrl'), issuer: of('issuer') };
  const credentials = { clientId: of('clientId'), clientSecret: of('clientSecret'), scope: of('scope') };
  return { document, target: { ...addresses, ...credentials, integration: null, writing: true, control } };
}

/** Runs the suite and compares everything that it meets with the description. */
async function meeting(target: Target, description: Description) {
  const faults = new Set<string>();
  const met = { exchanges: 0, events: 0 };
  const http = undiciHttp();
  onTestFinished(() => http.close());
  const outcomes = await runSuite(target, {
    http,
    // A held webhook is about time limits, and has no answer.
    sections: SECTION_IDS.filter((id) => id !== 'events/delivery'),
    observe: (exchange) => {
      met.exchanges += 1;
      // An accepted request must match the description; a refused one need not.
      const fault = description.fault(exchange) ?? (exchange.answer.status === 200 ? description.requestFault(exchange) : null);
      if (fault !== null) faults.add(`${exchange.call.method} ${exchange.call.url} ${exchange.answer.status}: ${fault}`);
    },
    delivered: ({ event, headers }) => {
      met.events += 1;
      const type = String(member(event, 'type'));
      const fault = description.eventFault({ type, contentType: headers['content-type'] ?? '', body: event });
      if (fault !== null) faults.add(`${type}: ${fault}`);
    },
  });
  return { ...met, faults, failed: outcomes.filter(({ verdict }) => verdict.kind === 'failed') };
}

const CONTROL = 'http://sandbox.test/control';
const FOREIGN = { 'sec-fetch-site': 'cross-site' };
const NOWHERE = '00000000-0000-4000-8000-000000000000';

describe('the description of the control API', () => {
  it('is a valid OpenAPI 3.1 document, says where it is served, and names every operation once', async () => {
    const document = await described(await openBench());
    expect(await new Validator().validate(document as SpecData)).toEqual({ valid: true });
    expect(document['servers']).toEqual([{ url: CONTROL }]);
    const operations = Object.values(document['paths'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>).flatMap((item) =>
      Object.entries(item),
    );
    const ids = operations.map(([, operation]) => (operation as { readonly operationId?: string }).operationId);
    expect(ids).toHaveLength(21);
    expect(new Set(ids).size).toBe(21);
    expect(ids).not.toContain(undefined);
  });

  it('describes every answer, errors too, as it comes', async () => {
    const bench = await openBench();
    const description = descriptionOf(await described(bench));
    const { ask, faults } = asking(bench, description);
    const caller = await aCaller(bench);
    const imported = await importInvoice(bench, caller, { externalReference: 'a' });
    const { documentId } = (await imported.json()) as { readonly documentId: string };
    const batch = (await (await importEntries(bench, caller, { entries: ENTRIES, metadata: {} })).json()) as {
      readonly documentId: string;
    };
    for (const kept of ['entries', 'metadata']) await ask('GET', `/documents/${batch.documentId}/${kept}`);
    await askWell(ask, `/integrations/${caller.integrationId}`, `/documents/${documentId}`);
    await askBadly(ask, `/integrations/${caller.integrationId}`, `/documents/${documentId}`);
    for (const answer of description.answers.filter((one) => one.endsWith(' 403'))) {
      const [method = '', path = ''] = answer.split(' ');
      await ask(method.toUpperCase() as Method, path.replace('{id}', NOWHERE), method === 'get' ? undefined : {}, FOREIGN);
    }
    expect(faults).toEqual([]);
    expect(description.answers.filter((answer) => !description.seen.has(answer))).toEqual([]);
  });
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
type Ask = (method: Method, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<void>;

/** Sends requests, and records the answers that deviate from the description. */
function asking(bench: Bench, description: Description): { readonly ask: Ask; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const ask: Ask = async (method, path, body, headers = {}) => {
    const json = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const answer = await bench.call(`/control${path}`, { method, headers, ...json });
    const text = await answer.text();
    const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const parsed = mediaType.endsWith('json') ? (JSON.parse(text) as unknown) : undefined;
    const seen = { status: answer.status, headers: {}, mediaType, text, json: parsed, fault: '' };
    const fault = description.fault({ call: { method, url: `${CONTROL}${path.split('?')[0]}` }, answer: seen });
    if (fault !== null) faults.push(`${method} ${path} ${answer.status}: ${fault}`);
  };
  return { ask, faults };
}

async function askWell(ask: Ask, integration: string, document: string): Promise<void> {
  for (const path of ['/integrations', '/documents?newest=1', '/requests', '/switches', '/reasons', '/clock', '/openapi.json'])
    await ask('GET', path);
  await ask('POST', '/integrations', {});
  await ask('GET', `${document}/file`);
  await ask('POST', `${document}/decide`, { documentState: 'Refused', exampleReason: 'french' });
  await ask('POST', '/events', { type: 'Revocation', data: {} });
  await ask('PATCH', '/switches', { maxFileBytes: 4_000_000 });
  await ask('PUT', '/webhook-url', { url: 'https://relay.example.com/webhooks' });
  for (const path of ['/keys/rotate', '/tokens/expire']) await ask('POST', path);
  await ask('POST', '/clock', { advanceMs: 1_000 });
  await ask('POST', `${integration}/close`, { errorCode: 'SMB_CLOSED' });
  await ask('POST', `${integration}/revoke`);
  for (const path of ['/documents', '/deliveries', '/integrations']) await ask('GET', path);
}

async function askBadly(ask: Ask, integration: string, document: string): Promise<void> {
  for (const path of ['/integrations', `${integration}/close`, `${document}/decide`, '/events', '/clock']) await ask('POST', path, '{');
  await ask('PATCH', '/switches', '{');
  await ask('PUT', '/webhook-url', { url: 'ftp://relay.example.com' });
  for (const path of ['/integrations/ID/revoke', '/integrations/ID/close', '/documents/ID/decide'])
    await ask('POST', path.replace('ID', NOWHERE), {});
  for (const kept of ['file', 'entries', 'metadata']) await ask('GET', `/documents/${NOWHERE}/${kept}`);
  for (const kept of ['entries', 'metadata']) await ask('GET', `${document}/${kept}`);
}

async function described(bench: Bench): Promise<Readonly<Record<string, unknown>>> {
  return (await (await bench.control('GET', '/openapi.json')).json()) as Readonly<Record<string, unknown>>;
}
