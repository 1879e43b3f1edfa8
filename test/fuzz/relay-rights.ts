import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Dice } from '#test/sim/plan/action.ts';
import { cursorPath, devicesPath, eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { CONFIG, METRICS_TOKEN } from '#test/relay/relay-bench.ts';
import { claimsFor, eventBody, hs256, jwt, part, rs256, type SigningKey } from '#test/unit/shared/service-client/odd-events.ts';
import { type Asked, asked } from './fault-of-answer.ts';
import { changedSomewhere, oddJson } from './odd-json.ts';
import type { Right } from './play.ts';

export type RelayWorld = {
  readonly key: SigningKey;
  readonly nowMs: () => number;
  readonly epoch: string;
  readonly uuid: () => string;
  /** The device that asks, and what it has proved; a new one if it was removed. */
  readonly own: () => {
    readonly token: string;
    readonly deviceId: string;
    readonly integrationId: string;
    readonly integrationSecret: string;
  };
  /** Also proved by the same device; no event concerns it, so it can be forgotten. */
  readonly spare: { readonly integrationId: string; readonly integrationSecret: string };
  /** An open invitation to another integration, with a deposited secret: the members of a claim. */
  readonly invitation: { readonly find: string; readonly key: string; readonly number: string };
  /** Those of somebody else. */
  readonly foreign: { readonly integrationId: string; readonly deviceId: string; readonly documentId: string };
};

const CLOUD_EVENT = 'application/cloudevents+json';

/** Valid requests by route, as `createRelay(…).routes` names them. */
export function relayRights(world: RelayWorld): Readonly<Record<string, Right>> {
  const { own, spare, foreign } = world;
  const bearer = () => ({ headers: { authorization: `Bearer ${own().token}` }, secrets: [own().token] });
  const secrets = () => [own().token, own().integrationSecret, spare.integrationSecret];
  const either = (dice: Dice) => (dice.chance(0.7) ? own().integrationId : dice.one([foreign.integrationId, spare.integrationId]));
  const documents = (dice: Dice) => ({ integrationId: either(dice), documentIds: [foreign.documentId, world.uuid()] });
  return {
    [`post ${RELAY_PATHS.webhooks}`]: (dice) => webhook(world, dice),
    [`options ${RELAY_PATHS.webhooks}`]: () =>
      asked('OPTIONS', RELAY_PATHS.webhooks, { headers: { 'webhook-request-origin': 'service.example' } }),
    ...openRights(),
    ...invitationRights(world),
    [`get ${RELAY_PATHS.metrics}`]: () =>
      asked('GET', RELAY_PATHS.metrics, { headers: { authorization: `Bearer ${METRICS_TOKEN}` }, secrets: [METRICS_TOKEN] }),
    [`post ${RELAY_PATHS.devices}`]: () => asked('POST', RELAY_PATHS.devices, { json: { name: 'Accueil' } }),
    [`get ${RELAY_PATHS.me}`]: () => asked('GET', RELAY_PATHS.me, bearer()),
    // By a stranger, because all the others need the device.
    [`delete ${RELAY_PATHS.me}`]: () => asked('DELETE', RELAY_PATHS.me, { headers: { authorization: `Bearer ${'A'.repeat(43)}` } }),
    [`get ${RELAY_PATHS.accessToken}`]: () => asked('GET', RELAY_PATHS.accessToken, bearer()),
    [`get ${RELAY_PATHS.doorbell}`]: () => asked('GET', RELAY_PATHS.doorbell, bearer()),
    [`get ${RELAY_PATHS.keys}`]: () => asked('GET', RELAY_PATHS.keys, bearer()),
    [`get ${RELAY_PATHS.partner}`]: () => asked('GET', RELAY_PATHS.partner, bearer()),
    [`post ${RELAY_PATHS.integrations}`]: (dice) =>
      asked('POST', RELAY_PATHS.integrations, { ...bearer(), secrets: secrets(), json: dice.one([own(), spare]) }),
    [`delete ${at(integrationPath)}`]: (dice) =>
      asked('DELETE', integrationPath(dice.one([spare.integrationId, foreign.integrationId])), bearer()),
    [`get ${at(eventsPath)}`]: (dice) =>
      asked(
        'GET',
        `${eventsPath(either(dice))}?after=0&limit=3&wait=${dice.one(['0', '0', '0', '0', '0', '0', '0', '0', '0', '1'])}`,
        bearer(),
      ),
    [`delete ${at(eventsPath)}`]: () =>
      asked('DELETE', eventsPath(spare.integrationId), {
        ...bearer(),
        secrets: secrets(),
        json: { integrationSecret: spare.integrationSecret },
      }),
    [`put ${at(cursorPath)}`]: (dice) => asked('PUT', cursorPath(either(dice)), { ...bearer(), json: { epoch: world.epoch, seq: 0 } }),
    [`get ${at(devicesPath)}`]: (dice) => asked('GET', devicesPath(either(dice)), bearer()),
    [`delete ${at(devicesPath)}/:deviceId`]: (dice) =>
      asked('DELETE', `${devicesPath(either(dice))}/${foreign.deviceId}`, {
        ...bearer(),
        secrets: secrets(),
        json: { integrationSecret: own().integrationSecret },
      }),
    [`post ${RELAY_PATHS.claims}`]: (dice) => asked('POST', RELAY_PATHS.claims, { ...bearer(), json: documents(dice) }),
    [`post ${RELAY_PATHS.answers}`]: (dice) => asked('POST', RELAY_PATHS.answers, { ...bearer(), json: documents(dice) }),
  };
}

/** Of what is for everybody. */
function openRights(): Readonly<Record<string, Right>> {
  const paths = [RELAY_PATHS.description, RELAY_PATHS.invitationPage, RELAY_PATHS.logo, RELAY_PATHS.health, RELAY_PATHS.ready];
  return Object.fromEntries(paths.map((path) => [`get ${path}`, () => asked('GET', path)]));
}

/** Most claims lack the number, so that the invitation is open for a while, or ends by wrong ones. */
function invitationRights({ own, invitation }: RelayWorld): Readonly<Record<string, Right>> {
  const bearer = () => ({ headers: { authorization: `Bearer ${own().token}` }, secrets: [own().token] });
  const { find, key, number } = invitation;
  return {
    [`post ${RELAY_PATHS.invitationLook}`]: () => asked('POST', RELAY_PATHS.invitationLook, { ...bearer(), json: { find } }),
    [`post ${RELAY_PATHS.invitationClaim}`]: (dice) =>
      asked('POST', RELAY_PATHS.invitationClaim, {
        ...bearer(),
        json: dice.chance(0.8) ? { find, key } : { find, key, number: dice.chance(0.5) ? number : key },
      }),
    [`post ${RELAY_PATHS.invitationUndo}`]: () => asked('POST', RELAY_PATHS.invitationUndo, { ...bearer(), json: { find } }),
  };
}

/** An event with a signature of the right key over these bytes; often something is odd in either. */
function webhook(world: RelayWorld, dice: Dice): Asked {
  const plain = eventBody({
    id: world.uuid(),
    documentId: world.uuid(),
    integrationId: dice.one([world.own().integrationId, world.own().integrationId, null, world.uuid()]),
    type: dice.one(['DocumentStatus', 'DocumentStatus', 'Unheard']),
  });
  const body = dice.chance(0.3) ? Buffer.from(oddJson(JSON.parse(plain.toString()), dice)) : plain;
  const type = (JSON.parse(plain.toString()) as { type: string }).type;
  const claims = claimsFor(body, world.nowMs(), { ce_type: type });
  const signed = dice.chance(0.5) ? jwt(world.key, claims) : oddJwt(world.key, claims, dice);
  const packed = dice.chance(0.1);
  const headers = { 'content-type': CLOUD_EVENT, [CONFIG.signatureHeader]: signed, ...(packed ? { 'content-encoding': 'gzip' } : {}) };
  return asked('POST', RELAY_PATHS.webhooks, { headers, body: { kind: 'bytes', bytes: packed ? gzipSync(body) : body } });
}

const TIMES = [0, -1, 1e300, 2 ** 53, 1.5, '1', null, [], {}] as const;

function oddJwt(key: SigningKey, claims: Record<string, unknown>, dice: Dice): string {
  const right = jwt(key, claims);
  const [head = '', payload = '', signature = ''] = right.split('.');
  const others: Record<string, unknown> = { ...claims, [dice.one(['iat', 'exp', 'nbf'])]: dice.one(TIMES) };
  switch (dice.below(10)) {
    case 0:
      return jwt(key, others);
    case 1:
      return jwt(key, changedSomewhere(claims, dice) as Record<string, unknown>);
    case 2:
      return jwt(
        key,
        claims,
        changedSomewhere({ kid: key.kid, crit: ['exp'], b64: false, jku: 'https://evil.example' }, dice) as object as Record<
          string,
          unknown
        >,
      );
    case 3:
      return dice.one([rs256(key, claims), hs256(key, claims), `${part({ alg: 'none' })}.${payload}.`]);
    case 4:
      return dice.one([`${head}.${payload}`, `${right}.${signature}`, `${head}..${signature}`, '..', '.', `${right}=`, `${right} `]);
    case 5:
      return `${head}.${payload}.${signature.slice(0, dice.below(signature.length))}`;
    case 6:
      return jwt(key, { ...claims, deep: JSON.parse('['.repeat(500) + ']'.repeat(500)) as unknown });
    case 7:
      return jwt(key, { ...claims, body_sha256: dice.one([createHash('sha256').update('x').digest('hex'), '', 'é'.repeat(64), 5]) });
    case 8:
      return jwt(key, {
        ...claims,
        body_sha256: String(claims['body_sha256']).toUpperCase(),
        iss: dice.one([claims['iss'], [claims['iss']], 'https://evil.example']),
      });
    default:
      return jwt(key, { ...claims, more: 'x'.repeat(dice.one([100, 12_000, 20_000])) });
  }
}

function at(path: (id: string) => string): string {
  return path(':integrationId');
}
