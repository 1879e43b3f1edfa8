import { z } from 'zod';
import type { Attempt, KeptSending, ProofEvent, ProofKey } from '#electron/results/store.ts';
import type { ItemDetail } from '#shared/app-api/views.ts';
import { documentStatusSchema } from '#shared/contract/events.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { sentInPlace } from '#shared/domain/item/sending/sent-name.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import type { ZipMember } from './zip.ts';

/** Bytes for a proof, or why there are none: a word of `docs/proof/README.md`. */
export type ProofBytes = { readonly bytes: Uint8Array } | { readonly missing: string };

export type ProofSources = {
  readonly detail: ItemDetail;
  readonly company: string;
  readonly program: string;
  readonly service: ServiceProfile | null;
  readonly sendings: readonly KeptSending[];
  readonly webhooks: readonly { readonly event: ProofEvent; readonly key: ProofKey | null }[];
  /** The user's file, and what was sent in its place. */
  readonly file: ProofBytes;
  readonly version: ProofBytes;
  readonly at: WallMs;
};

export type ProofRecord = ReturnType<typeof recordOf>;

/** What a proof says, in the shape that docs/proof/README.md describes, and the members that it names, without the texts. */
export function proofRecord(sources: ProofSources): { readonly record: ProofRecord; readonly members: readonly ZipMember[] } {
  const record = recordOf(sources);
  const { file, sent } = record.document;
  const members = [
    ...memberOf(file?.member ?? null, sources.file),
    ...(sent?.member === file?.member ? [] : memberOf(sent?.member ?? null, sources.version)),
    ...sources.webhooks.flatMap(({ event }, at) => {
      const { body, jwt } = record.webhooks[at] ?? { body: null, jwt: null };
      return [...memberOf(body, { bytes: event.body }), ...memberOf(jwt, { bytes: utf8(event.jwt) })];
    }),
    ...record.keys.map(({ member, kid }) => {
      const jwk = sources.webhooks.find(({ key }) => memberOfKey(key) === member)?.key?.jwk;
      return { name: member, bytes: utf8(`${JSON.stringify({ kid, ...jwk })}\n`) };
    }),
  ];
  return { record, members };
}

function memberOf(name: string | null, of: ProofBytes): readonly ZipMember[] {
  return name === null || !('bytes' in of) ? [] : [{ name, bytes: of.bytes }];
}

function recordOf({ detail, company, program, service, at, ...sources }: ProofSources) {
  const { item } = detail;
  const sendings = sendingsOf(detail, sources.sendings);
  return {
    format: 'intray-proof',
    version: 1,
    madeAt: iso(at),
    program,
    company,
    service: service === null ? null : { issuer: service.issuer, jwksUrl: service.jwksUrl, signatureHeader: service.signatureHeader },
    document: {
      name: item.name,
      importType: item.importType,
      foundAt: iso(item.foundAt),
      ...bytesOf(item, sources),
      joinedFrom: item.parts?.map(({ sha256 }) => sha256) ?? null,
    },
    sendings,
    webhooks: sources.webhooks.map(webhookOf),
    keys: keysOf(sources.webhooks),
    states: statesOf(iso(item.foundAt), sendings),
  };
}

/** The user's file, and what was sent: the same, a version that was made of it, or, if another computer sent it, perhaps another one. */
function bytesOf(item: Item, { file, version }: Pick<ProofSources, 'file' | 'version'>) {
  const { sha256, bytes, conversion } = item;
  // Of an item with a version, the media type is the version's.
  const mediaType = conversion === undefined ? item.mediaType : null;
  const ending = conversion === undefined ? endingOf(mediaType) : `.${conversion.from}`;
  const own =
    sha256 === null ? null : { sha256, bytes, mediaType, member: nameOf(`document/file${ending}`, file), missing: missingOf(file) };
  const sent = sentInPlace(item);
  if (sent === 'unknown') return { file: own, sentIs: 'unknown' as const, sent: null };
  if (sent === null) return { file: own, sentIs: 'file' as const, sent: own };
  const { pages, from, tools } = sent;
  const made = {
    member: nameOf(`document/sent${endingOf(sent.mediaType)}`, version),
    missing: missingOf(version),
    pages,
    madeFrom: from,
    madeBy: tools,
  };
  return {
    file: own,
    sentIs: 'version' as const,
    sent: { sha256: sent.sha256, bytes: sent.bytes, mediaType: sent.mediaType, ...made },
  };
}

function endingOf(mediaType: string | null): string {
  return mediaType !== null && mediaType in MEDIA_TYPES ? MEDIA_TYPES[mediaType as MediaType][0] : '.bin';
}

function nameOf(name: string, of: ProofBytes): string | null {
  return 'bytes' in of ? name : null;
}

function missingOf(of: ProofBytes): string | null {
  return 'missing' in of ? of.missing : null;
}

type Result = {
  readonly state: 'accepted' | 'refused';
  readonly at: string;
  readonly reason: string | null;
  readonly takenAt: string | null;
};

/** All sendings, oldest first; of one that another computer made, nothing is known but what the service says. */
function sendingsOf({ item, earlier }: ItemDetail, kept: readonly KeptSending[]) {
  const { state } = item;
  const documentId = 'documentId' in state ? state.documentId : null;
  const known = [
    ...earlier.map((one) => ({ ...one, result: one.kind === 'awaiting' ? null : resultOf(one.kind, one) })),
    ...(item.reference === null
      ? []
      : [{ ...item, documentId, result: state.kind === 'accepted' || state.kind === 'refused' ? resultOf(state.kind, state) : null }]),
  ];
  const named = new Set(known.map(({ reference }) => reference));
  const unanswered = kept
    .filter(({ reference }) => !named.has(reference))
    .map((one) => ({ ...one, documentId: null, sentElsewhere: false, receivedAt: null, result: null }));
  return [...unanswered, ...known].map(
    ({ resubmission, integrationId, reference, documentId: number, sentElsewhere, receivedAt, result }) => {
      const own = kept.find((one) => one.reference === reference);
      return {
        number: resubmission,
        integrationId,
        reference,
        documentId: number,
        sentElsewhere,
        leftAt: own === undefined ? null : iso(own.at),
        attempts: own?.attempts.map((attempt) => attemptOf(attempt, reference)) ?? [],
        receivedAt: receivedAt === null ? null : iso(receivedAt),
        result,
      };
    },
  );
}

type Stated = { readonly at: WallMs; readonly reason: string | null; readonly unproven?: { readonly takenAt: WallMs } | undefined };

/** `takenAt`: when a user took it as the result, though nothing proves it (C37). */
function resultOf(state: 'accepted' | 'refused', { at, reason, unproven }: Stated): Result {
  return { state, at: iso(at), reason, takenAt: unproven === undefined ? null : iso(unproven.takenAt) };
}

function attemptOf({ n, begunAt, endedAt, outcome, fields, sha256, bytes, mediaType, answer }: Attempt, externalReference: string | null) {
  return {
    n,
    begunAt: iso(begunAt),
    endedAt: endedAt === null ? null : iso(endedAt),
    outcome,
    fields: { ...fields, externalReference },
    file: { sha256, bytes, mediaType },
    answer,
  };
}

const bodySchema = z.object({ time: z.string(), data: documentStatusSchema });

function webhookOf({ event, key }: ProofSources['webhooks'][number], at: number) {
  const isWhole = event.jwt !== '';
  const read = bodySchema.safeParse(jsonOf(event.body));
  const folder = `webhooks/${at + 1}`;
  return {
    eventId: event.eventId,
    relayReceivedAt: iso(event.receivedAt),
    isVerifiedHere: event.isVerified,
    documentId: read.success ? read.data.data.documentId : null,
    documentState: read.success ? read.data.data.documentState : null,
    time: read.success ? read.data.time : null,
    body: isWhole ? `${folder}/body.json` : null,
    jwt: isWhole ? `${folder}/signature.jwt` : null,
    key: memberOfKey(key),
    missing: isWhole ? null : 'deleted',
  };
}

function keysOf(webhooks: ProofSources['webhooks']) {
  const keys = new Map(webhooks.flatMap(({ key }) => (key === null ? [] : [[key.thumbprint, key] as const])));
  return Array.from(keys.values(), (key) => ({
    thumbprint: key.thumbprint,
    kid: key.kid,
    member: `keys/${key.thumbprint}.json`,
    jwksUrl: key.jwksUrl,
    firstSeenAt: iso(key.firstSeenAt),
    lastSeenAt: iso(key.lastSeenAt),
    distrustedAt: key.distrustedAt === null ? null : iso(key.distrustedAt),
  }));
}

function memberOfKey(key: ProofKey | null): string | null {
  return key === null ? null : `keys/${key.thumbprint}.json`;
}

/** Exactly what the other members say, so that a verifier can make it again. */
function statesOf(foundAt: string, sendings: ReturnType<typeof sendingsOf>) {
  const all = sendings.flatMap(({ reference, attempts, receivedAt, result }) => [
    ...attempts.map(({ begunAt }) => ({ state: 'uploading', at: begunAt, reference })),
    ...(receivedAt === null ? [] : [{ state: 'received', at: receivedAt, reference }]),
    ...(result === null ? [] : [{ state: result.state, at: result.at, reference }]),
  ]);
  return [{ state: 'found', at: foundAt, reference: null }, ...all];
}

function iso(at: WallMs): string {
  return new Date(at).toISOString();
}
