import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import type { HttpMethod } from '#shared/ports/http.ts';
import { readyLine } from '#test/support/ready-line.ts';
import { type Description, descriptionOf } from './description.ts';
import { INTEGRATION_ID } from './fixtures/answers.ts';
import { EVENTS } from './fixtures/events.ts';
import { member } from './suite/check.ts';
import type { Answer } from './suite/client.ts';
import { runSuite } from './suite/run-suite.ts';
import { SECTION_IDS } from './suite/sections.ts';
import type { Target } from './suite/target.ts';

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
