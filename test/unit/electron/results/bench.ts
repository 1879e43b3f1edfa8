import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openJournal } from '#electron/journal/open-journal.ts';
import { createResults } from '#electron/results/create-results.ts';
import type { ProofFault } from '#electron/results/proofs.ts';
import { relayClient } from '#electron/results/relay-client.ts';
import type { CommittedPage } from '#electron/results/store.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { jwksCache } from '#shared/service-client/jwks-cache.ts';
import { verifyWebhook } from '#shared/service-client/verify-webhook.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { untilDisk } from '#test/support/disks/until-disk.ts';
import { virtualClock } from '#test/support/virtual-clock.ts';
import { claimsFor, jwt, signingKey } from '#test/unit/shared/service-client/signing.ts';
import { aRelay, type RelayDouble } from './relay-double.ts';

export const ONE = '11111111-1111-4111-8111-111111111111' as IntegrationId;
export const ISSUER = 'https://service.test';
const RELAY = 'https://relay.test';

const service = signingKey('k1');
const stranger = signingKey('k1');
/** The service's key set once it also signs with the stranger's key, under this key id. */
export function jwksWith(kid: string) {
  return { keys: [...JWKS.keys, { ...stranger.jwk, kid }] };
}

const JWKS = { keys: [service.jwk] };

export type Said = {
  readonly id: string;
  readonly type?: string;
  readonly integrationId?: string | null;
  readonly documentId?: string;
  readonly by?: 'service' | 'stranger';
  readonly kid?: string;
};

/** A webhook of the service, or of somebody who pretends to be it. */
export function anEvent(said: Said, atMs: number): { eventId: string; jwt: string; body: string } {
  const type = said.type ?? 'DocumentStatus';
  const data =
    type === 'Revocation'
      ? { integrationId: said.integrationId ?? ONE }
      : {
          integrationId: said.integrationId === undefined ? ONE : said.integrationId,
          documentId: said.documentId ?? said.id,
          documentState: 'Accepted',
        };
  const body = JSON.stringify({ specversion: '1.0', id: said.id, source: ISSUER, type, time: new Date(atMs).toISOString(), data });
  const claims = claimsFor(Buffer.from(body), atMs, { iss: ISSUER, jti: said.id, ce_type: type });
  const key = said.by === 'stranger' ? stranger : service;
  return { eventId: said.id, jwt: jwt(key, claims, { kid: said.kid ?? 'k1' }), body: Buffer.from(body).toString('base64') };
}

export type World = ReturnType<typeof aWorld>;

/** A relay double behind the Http port, a real journal, real signatures, a virtual clock. */
export function aWorld() {
  const [clock, random, log, file] = [virtualClock(), seededRandom(3), recordingLog(), join(tempFolder(), 'journal.sqlite')];
  const opened = openJournal(file, { clock, random });
  if (!opened.ok) throw new Error(opened.failure.detail);
  const journal = opened.value;
  journal.companies.addCompany({ name: 'Bakery', colour: null, integrationId: ONE, at: clock.wallMs() });
  const relay: RelayDouble = aRelay(RELAY, JWKS);
  const says = {
    ready: true,
    prove: ok(null) as Result<unknown, ProofFault>,
    onProve: (): void => undefined,
    enrol: ok(null) as Result<unknown, { kind: string }>,
    device: ok('device') as Result<string, { kind: string }>,
  };
  const pages: CommittedPage[] = [];
  const [proofs, enrolments]: [string[], number[]] = [[], []];
  const revocations: number[] = [];
  const keys = jwksCache({ http: relay.http, clock, sha256: nodeSha256, jwksUrl: `${RELAY}/jwks` });
  const results = createResults({
    clock,
    random,
    log,
    store: journal.results,
    secondLook: journal.secondLook,
    silence: () => journal.noAnswers.silence(),
    relayKeys: async () => null,
    enrolAgain: async () => {
      enrolments.push(clock.monotonicMs());
      return says.enrol;
    },
    relay: relayClient({ http: relay.http, relayUrl: () => RELAY, deviceToken: async () => says.device }),
    verify: (webhook) => verifyWebhook(webhook, { keys, issuer: ISSUER, sha256: nodeSha256 }),
    ready: () => says.ready,
    isCurrent: () => true,
    revokedSomebody: () => revocations.push(clock.monotonicMs()),
    prove: async (integrationId) => {
      proofs.push(integrationId);
      says.onProve();
      return says.prove;
    },
    committed: (page) => pages.push(page),
  });
  onTestFinished(async () => {
    await results.close();
    journal.close();
  });
  const add = (said: Said, skip = 0): void => relay.add(ONE, { ...anEvent(said, clock.wallMs()), receivedAt: clock.wallMs() }, skip);
  const cursor = () => journal.results.links()[0]?.cursor ?? null;
  return { clock, log, file, journal, relay, says, pages, proofs, enrolments, revocations, results, add, cursor };
}

/** Real signatures are checked on other threads, while the test's clock stands still. */
export async function until(isSo: () => boolean, what = 'it'): Promise<void> {
  if (!(await untilDisk(isSo))) throw new Error(`never so: ${what}`);
}

/** Whether a round trip to the relay has ended. */
export function isAnswered({ results }: World): boolean {
  return results.view().kind === 'connected' || results.view().kind === 'unreachable';
}

export function uuid(number: number): string {
  return `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
