import { MINUTE_MS } from '#shared/lib/duration.ts';
import { integrationFixture, type IntegrationFixture, RELAY } from './integration-fixture.ts';
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { nodeSha256 } from '#shared/node/digest.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { publishedKey } from '#shared/service-client/rsa-keys.ts';

/** The second look comes every five minutes. */
export const LOOKED_MS = 6 * MINUTE_MS;

export type Decision = 'Accepted' | 'Refused';

/** A computer that moves files after their results, with a note beside refused ones; its documents await their answers. */
export async function awaiting(count: number, moves = true) {
  const fixture = await integrationFixture();
  await fixture.control('/switches', { keyOverlap: false }, 'PATCH');
  const integration = await fixture.integration();
  await fixture.connect('Bakery', integration);
  if (moves) await tidies(fixture);
  for (let n = 0; n < count; n += 1) fixture.scan(`scan ${n}`);
  await fixture.counted('awaiting', count);
  const documents = await fixture.documents();
  const rotate = async (): Promise<string> => {
    const { kid } = await fixture.control<{ readonly kid: string }>('/keys/rotate', {});
    await fixture.clock.advance(MINUTE_MS);
    return kid;
  };
  /** Signs the results with a key that no computer ever sees: it is published while they are off, and replaced before one is on again. */
  const answerWhileOff = async (decisions: readonly Decision[]): Promise<string> => {
    fixture.desktop.kill();
    const kid = await rotate();
    for (const [n, decision] of decisions.entries()) await fixture.decide(documents[n]?.documentId ?? '', decision);
    await fixture.clock.advance(MINUTE_MS);
    await rotate();
    return kid;
  };
  const comeBack = async (): Promise<void> => {
    await fixture.during(fixture.desktop.start());
    await fixture.clock.advance(LOOKED_MS);
  };
  return { ...fixture, integration, documents, rotate, answerWhileOff, comeBack };
}

async function tidies({ client, during, overview }: Pick<IntegrationFixture, 'client' | 'during' | 'overview'>): Promise<void> {
  const [folder] = (await overview()).folders;
  if (folder === undefined) throw new Error('no folder');
  await during(client().folders.change({ folderId: folder.id, after: 'move', refusalNote: true }));
}

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Far above any number that the relay has really given. */
const SEQ = 1_000;

export type Lie = {
  readonly kid: string;
  readonly type: 'DocumentStatus' | 'Revocation';
  readonly data: Readonly<Record<string, unknown>>;
};

/** The real relay behind an impostor with a key of his own: he lists it among the service's keys, and appends an event signed with it. */
export function lyingRelay(
  { network, relay, sandbox, clock }: Pick<IntegrationFixture, 'network' | 'relay' | 'sandbox' | 'clock'>,
  lie: Lie,
): void {
  const key = publishedKey({ ...pair.publicKey.export({ format: 'jwk' }), kid: lie.kid }, nodeSha256);
  const at = clock.wallMs();
  const seen = { ...key, firstSeenAt: at, lastSeenAt: at, departedAt: at, distrustedAt: null };
  const event = { ...signed(lie, sandbox.addresses.issuer, at), seq: SEQ, receivedAt: at };
  network.set(RELAY, async (request) => {
    const answer = await relay.fetch(request);
    const { pathname, searchParams } = new URL(request.url);
    if (!answer.ok || request.method !== 'GET') return answer;
    if (pathname === RELAY_PATHS.keys) {
      const { keys } = (await answer.json()) as { readonly keys: readonly unknown[] };
      return Response.json({ keys: [...keys, seen] });
    }
    if (!pathname.endsWith('/events')) return answer;
    const page = (await answer.json()) as { readonly events: readonly unknown[] };
    return Response.json(Number(searchParams.get('after')) >= SEQ ? page : { ...page, events: [...page.events, event] });
  });
}

function signed({ kid, type, data }: Lie, issuer: string, atMs: number) {
  const eventId = randomUUID();
  const body = JSON.stringify({ specversion: '1.0', id: eventId, source: issuer, type, time: new Date(atMs).toISOString(), data });
  const iat = Math.floor(atMs / 1_000);
  const digest = createHash('sha256').update(body).digest('hex');
  const claims = { iss: issuer, jti: eventId, body_sha256: digest, ce_type: type, iat, exp: iat + 300 };
  const text = `${part({ alg: 'RS512', kid, typ: 'JWT' })}.${part(claims)}`;
  const jwt = `${text}.${sign('sha512', Buffer.from(text), pair.privateKey).toString('base64url')}`;
  return { eventId, jwt, body: Buffer.from(body).toString('base64') };
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
