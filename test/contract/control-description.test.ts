import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, importInvoice, openBench } from './bench.ts';
import { type Description, descriptionOf } from './description.ts';

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
    expect(ids).toHaveLength(19);
    expect(new Set(ids).size).toBe(19);
    expect(ids).not.toContain(undefined);
  });

  it('describes every answer, errors too, as it comes', async () => {
    const bench = await openBench();
    const description = descriptionOf(await described(bench));
    const { ask, faults } = asking(bench, description);
    const caller = await aCaller(bench);
    const imported = await importInvoice(bench, caller, { externalReference: 'a' });
    const { documentId } = (await imported.json()) as { readonly documentId: string };
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
  await ask('GET', `/documents/${NOWHERE}/file`);
}

async function described(bench: Bench): Promise<Readonly<Record<string, unknown>>> {
  return (await (await bench.control('GET', '/openapi.json')).json()) as Readonly<Record<string, unknown>>;
}
