import { type Envelope, envelopeSchema, webhookClaimsSchema } from '../contract/events.ts';
import { type EventId, eventIdSchema } from '../contract/ids.ts';
import { jsonOf } from '../lib/json-of.ts';
import { lenientText } from '../lib/lenient-text.ts';
import { fail, ok, type Result } from '../lib/result.ts';

/** What is odd about an event that can be read all the same: nothing that a result hangs on. */
export type Oddity = 'jti' | 'byte-order-mark' | 'encoding' | 'id' | 'time' | 'source';

/**
 * Why signed bytes cannot be read as an event. `claims`: the JWT lacks some, or they are of another type. `json`: the body is none.
 * `envelope`: members are missing or of another type. `ce-type`: JWT and body name different types.
 */
export type ShapeFault = 'claims' | 'json' | 'envelope' | 'ce-type';

export type ReadEvent = { readonly envelope: Envelope; readonly odd: readonly Oddity[] };

export type SignedBytes = {
  /** The JWT's payload as JSON, undefined where it is none. */
  readonly claims: unknown;
  readonly body: Uint8Array;
  /** Lower-case hexadecimal SHA-256 of the body as received. */
  readonly bodyDigest: string;
};

/** Opens what gzip has packed; null when it is none, or holds too much. */
export type Unpack = (body: Uint8Array) => Uint8Array | null;

/** Nobody needs the JWT's own id: repetitions are known by the event's. */
const claimsSchema = webhookClaimsSchema.extend({ jti: webhookClaimsSchema.shape.jti.optional().catch(undefined) });

/** How gzip begins, and JSON never does. */
const GZIP = [0x1f, 0x8b] as const;

/**
 * The event in bytes that the service signed, judged by their shape alone (§ Envelope; C27): that they are signed is the
 * caller's to know. Relay and desktop read by this one function, so that nothing that the one passes on is turned away by the other.
 */
export function readEvent({ claims: signed, body, bodyDigest }: SignedBytes, unpack?: Unpack): Result<ReadEvent, ShapeFault> {
  const claims = claimsSchema.safeParse(signed);
  if (!claims.success) return fail('claims');
  // Packed by the service itself: the signature is over the bytes as received, and the event is in them.
  const packed = GZIP.every((byte, at) => body[at] === byte);
  const { text, marked, isUtf8 } = lenientText((packed ? unpack?.(body) : null) ?? body);
  const json = jsonOf(text);
  if (!isObject(json)) return fail('json');
  const id = eventIdSchema.safeParse(json['id']);
  const odd: readonly (readonly [Oddity, boolean])[] = [
    ['jti', claims.data.jti === undefined],
    ['byte-order-mark', marked],
    ['encoding', !isUtf8],
    ['id', !id.success],
    ['time', typeof json['time'] !== 'string'],
    ['source', typeof json['source'] !== 'string'],
  ];
  const envelope = envelopeSchema.safeParse({
    ...json,
    id: id.success ? id.data : idOf(bodyDigest),
    time: textOr(json['time'], ''),
    source: textOr(json['source'], ''),
    datacontenttype: textOr(json['datacontenttype'], undefined),
  });
  if (!envelope.success) return fail('envelope');
  if (envelope.data.type !== claims.data.ce_type) return fail('ce-type');
  return ok({ envelope: envelope.data, odd: odd.flatMap(([name, is]) => (is ? [name] : [])) });
}

/** An id for an event that brings none: of its bytes, so that its repetitions have the same, as a UUID of version 8 (RFC 9562). */
function idOf(digest: string): EventId {
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `${variant}${digest.slice(17, 20)}`];
  return eventIdSchema.parse([...parts, digest.slice(20, 32)].join('-'));
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}
