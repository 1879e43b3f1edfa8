import { z } from 'zod';
import { SIGNATURE_HEADER } from '#shared/contract/routes.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { SimServer } from './sim-http.ts';
import { IMPORT_TYPES, type ImportType } from '#shared/contract/import-types.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { BodyPart, HttpRequest } from '#shared/ports/http.ts';
import { bodyAtHand } from '#test/support/network/scripted-server.ts';

export type SeenWebhook = { readonly jwt: string; readonly body: string; readonly eventId: string; readonly integrationId: string | null };

const json = z.record(z.string(), z.unknown());
const page = z.object({ events: z.array(z.object({ body: z.string() })) });
const webhook = z.object({ id: z.string(), data: z.object({ integrationId: z.string().nullish() }) });
const proof = z.object({ integrationId: z.string(), integrationSecret: z.string() });
/** Members of answers that contain secrets. */
const SECRET_MEMBERS = ['access_token', 'accessToken', 'deviceToken', 'token'];
const WEBHOOKS_MAX = 50;

/** Sees the real traffic at the servers: secrets to look for, proofs that were given, pages that were handed out. */
export class TrafficRecorder {
  readonly secrets = new Set<string>();
  /** Secrets that may go to one place each. */
  readonly owned = { client: '', integrations: new Set<string>() };
  /** `token integrationId` of every correct proof that the relay accepted. */
  readonly proven = new Set<string>();
  readonly leaks: string[] = [];
  readonly webhooks: SeenWebhook[] = [];
  /** Secrets of integrations, newest last. */
  readonly #integrationSecrets = new Map<string, Set<string>>();

  knowSecret(integrationId: string, secret: string): void {
    const known = this.#integrationSecrets.get(integrationId) ?? new Set();
    this.#integrationSecrets.set(integrationId, known.add(secret));
    this.secrets.add(secret);
    this.owned.integrations.add(secret);
  }

  knowClientSecret(secret: string): void {
    this.secrets.add(secret);
    this.owned.client = secret;
  }

  copy(): TrafficRecorder {
    const copy = new TrafficRecorder();
    for (const secret of this.secrets) copy.secrets.add(secret);
    for (const secret of this.owned.integrations) copy.owned.integrations.add(secret);
    for (const given of this.proven) copy.proven.add(given);
    for (const [id, secrets] of this.#integrationSecrets) copy.#integrationSecrets.set(id, new Set(secrets));
    return copy;
  }

  atSandbox(fetch: SimServer['fetch']): SimServer['fetch'] {
    return async (request) => {
      this.#lookAtUrl(request);
      const response = await fetch(request);
      return request.url.endsWith('/oauth2/token') ? this.#remembering(response) : response;
    };
  }

  atRelay(fetch: SimServer['fetch']): SimServer['fetch'] {
    return async (request) => {
      this.#lookAtUrl(request);
      const { pathname } = new URL(request.url);
      if (request.method === 'POST' && pathname === RELAY_PATHS.webhooks) return this.#webhook(request, fetch);
      if (request.method === 'POST' && pathname === RELAY_PATHS.integrations) return this.#proof(request, fetch);
      const response = await fetch(request);
      if (pathname === RELAY_PATHS.devices || pathname === RELAY_PATHS.accessToken) return this.#remembering(response);
      return request.method === 'GET' && pathname.endsWith('/events') ? this.#page(request, response) : response;
    };
  }

  #lookAtUrl({ url }: Request): void {
    for (const secret of this.secrets) if (url.includes(secret)) this.leaks.push(`secret in the address ${new URL(url).pathname}`);
  }

  async #remembering(response: Response): Promise<Response> {
    const text = await response.text();
    const parsed = json.safeParse(parsedJson(text));
    for (const member of SECRET_MEMBERS) {
      const value = parsed.success ? parsed.data[member] : undefined;
      if (typeof value === 'string' && value.length >= 16) this.secrets.add(value);
    }
    return again(response, text);
  }

  async #webhook(request: Request, fetch: SimServer['fetch']): Promise<Response> {
    const body = await request.text();
    const parsed = webhook.safeParse(parsedJson(body));
    const jwt = request.headers.get(SIGNATURE_HEADER) ?? '';
    if (parsed.success && this.webhooks.length < WEBHOOKS_MAX) {
      this.webhooks.push({ jwt, body, eventId: parsed.data.id, integrationId: parsed.data.data.integrationId ?? null });
    }
    return fetch(new Request(request.url, { method: 'POST', headers: request.headers, body }));
  }

  async #proof(request: Request, fetch: SimServer['fetch']): Promise<Response> {
    const body = await request.text();
    const shown = proof.safeParse(parsedJson(body));
    const response = await fetch(new Request(request.url, { method: 'POST', headers: request.headers, body }));
    if (!shown.success || !response.ok) return response;
    const { integrationId, integrationSecret } = shown.data;
    if (this.#integrationSecrets.get(integrationId)?.has(integrationSecret) === true)
      this.proven.add(`${bearerOf(request)} ${integrationId}`);
    else this.leaks.push(`the relay took a wrong secret for ${integrationId}`);
    return response;
  }

  async #page(request: Request, response: Response): Promise<Response> {
    const { pathname } = new URL(request.url);
    const integrationId = Array.from(this.#integrationSecrets.keys()).find((id) => pathname === eventsPath(id)) ?? '';
    const text = await response.text();
    const parsed = response.ok ? page.safeParse(parsedJson(text)) : null;
    if (parsed?.success === true && parsed.data.events.length > 0 && !this.proven.has(`${bearerOf(request)} ${integrationId}`)) {
      this.leaks.push(`events of ${integrationId} for a device that has not proved it`);
    }
    return again(response, text);
  }
}

function bearerOf(request: Request): string {
  return (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
}

function again(response: Response, text: string): Response {
  return new Response(response.status === 204 ? null : text, { status: response.status, headers: response.headers });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type SeenUpload = SeenImport & {
  /** Of entries not in the request: `none`. */
  readonly sha256: string;
  readonly entries?: SeenEntries;
  /** Of lines that go with a scan: their text. */
  readonly beside?: string;
};

/** `body`: the text of `entries`; `linesSha256`: as the metadata say. */
export type SeenEntries = { readonly integrationId: string; readonly body: string; readonly linesSha256: string };

type SeenImport = { readonly importType: string; readonly reference: string };

const CRLF2 = Buffer.from('\r\n\r\n');

/** The content of an import request, cut out of its bytes by the test's own parser; null for any other request. */
export function uploadOf(request: HttpRequest): SeenUpload | null {
  const importType = typeOf(request);
  if (importType === null) return null;
  if (importType === 'entries') return entriesOf(request);
  const read = fieldsOf(request, bodyAtHand);
  if (read === null) return null;
  const [file, beside] = [read.parts.get('file'), read.parts.get('entries')];
  const lines = beside === undefined ? {} : { beside: beside.toString('utf8') };
  return { ...read.seen, sha256: file === undefined ? 'none' : hex(nodeSha256([file])), ...lines };
}

/** The same without the content, which nobody has read yet. */
export function seenOf(request: HttpRequest): SeenImport | null {
  if (typeOf(request) !== 'entries') return fieldsOf(request, partsAtHand)?.seen ?? null;
  const reference = /"externalReference":"([^"]+)"/.exec(partsAtHand(request.body ?? []).toString('utf8'))?.[1] ?? 'none';
  return { importType: 'entries', reference };
}

function partsAtHand(body: readonly BodyPart[]): Buffer {
  return bodyAtHand(body.filter((part) => part instanceof Uint8Array));
}

function typeOf({ method, url, body }: HttpRequest): ImportType | null {
  return IMPORT_TYPES.find((type) => method === 'POST' && body !== undefined && url.endsWith(`/${type}`)) ?? null;
}

const sentEntries = z.object({ externalReference: z.string(), metadata: z.object({ linesSha256: z.string() }) });
const ENTRIES_START = '{"entries":';
/** What ends the member `entries` and begins the next one. No text within it has a bare quote. */
const ENTRIES_END = ']}},"';

function entriesOf({ url, body }: HttpRequest): SeenUpload {
  const text = bodyAtHand(body).toString('utf8');
  const end = text.indexOf(ENTRIES_END);
  const parsed = sentEntries.safeParse(parsedJson(text));
  const [reference, linesSha256] = parsed.success ? [parsed.data.externalReference, parsed.data.metadata.linesSha256] : ['none', 'none'];
  const integrationId = new URL(url).pathname.split('/').at(-2) ?? '';
  const sent = text.startsWith(ENTRIES_START) ? text.slice(ENTRIES_START.length, end + ENTRIES_END.length - ',"'.length) : '';
  return { importType: 'entries', reference, sha256: 'none', entries: { integrationId, body: sent, linesSha256 } };
}

type Fields = { readonly seen: SeenImport; readonly parts: ReadonlyMap<string, Buffer> };

function fieldsOf(request: HttpRequest, read: (body: readonly BodyPart[]) => Buffer): Fields | null {
  const importType = typeOf(request);
  const { headers, body } = request;
  if (importType === null || body === undefined) return null;
  const boundary = /boundary=([^;]+)/.exec(headers['content-type'] ?? '')?.[1]?.replaceAll('"', '') ?? '';
  const parts = partsOf(read(body), boundary);
  return { seen: { importType, reference: parts.get('externalReference')?.toString('latin1') ?? 'none' }, parts };
}

function partsOf(body: Buffer, boundary: string): ReadonlyMap<string, Buffer> {
  const delimiter = Buffer.from(`--${boundary}`);
  const parts = new Map<string, Buffer>();
  let at = body.indexOf(delimiter);
  while (at !== -1) {
    const head = at + delimiter.length;
    const next = body.indexOf(delimiter, head);
    const start = body.indexOf(CRLF2, head);
    if (next === -1 || start === -1) return parts;
    const name = /name="([^"]+)"/.exec(body.subarray(head, start).toString('latin1'))?.[1];
    if (name !== undefined) parts.set(name, body.subarray(start + CRLF2.length, next - 2));
    at = next;
  }
  return parts;
}
