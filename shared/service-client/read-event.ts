import { type Envelope, envelopeSchema, webhookClaimsSchema } from '../contract/events.ts';
import { type EventId, eventIdSchema } from '../contract/ids.ts';
import { jsonOf } from '../lib/json-of.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { utf8 as coder } from '@scure/base';

/** What is odd about an event that can still be read; no result depends on any of these. */
export type Oddity = 'jti' | 'byte-order-mark' | 'encoding' | 'id' | 'time' | 'source';

/**
 * Why signed bytes cannot be read as an event. `claims`: some of the JWT's claims are missing or of another type. `json`: the body is not a
 * JSON object. `envelope`: members are missing or of another type. `ce-type`: JWT and body name different types.
 */
export type ShapeFault = 'claims' | 'json' | 'envelope' | 'ce-type';

export type ReadEvent = { readonly envelope: Envelope; readonly odd: readonly Oddity[] };

export type SignedBytes = {
  /** The JWT's payload as JSON; undefined if it is not JSON. */
  readonly claims: unknown;
  readonly body: Uint8Array;
  /** Lower-case hexadecimal SHA-256 of the body as received. */
  readonly bodyDigest: string;
};

/** Unpacks gzip; null if the body is not gzip, or too large unpacked. */
export type Unpack = (body: Uint8Array) => Uint8Array | null;

/** The JWT's own id is not needed: repetitions are recognised by the event's id. */
const claimsSchema = webhookClaimsSchema.extend({ jti: webhookClaimsSchema.shape.jti.optional().catch(undefined) });

/** The first bytes of gzip, which JSON never begins with. */
const GZIP = [0x1f, 0x8b] as const;

/**
 * Reads the event from bytes that the service signed, judged by their shape alone (§ Envelope; C27): the caller has verified the
 * signature. Relay and desktop both use this function, so that the desktop never rejects what the relay passed on.
 */
export function readEvent({ claims: signed, body, bodyDigest }: SignedBytes, unpack?: Unpack): Result<ReadEvent, ShapeFault> {
  const claims = claimsSchema.safeParse(signed);
  if (!claims.success) return fail('claims');
  // The service itself may pack the body: the signature covers the bytes as received, and the event is inside them.
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

/** An id for an event without one, derived from its bytes so that its repetitions share it: a UUID of version 8 (RFC 9562). */
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

type LenientText = {
  readonly text: string;
  /** Whether it began with a byte order mark, which is not part of the text. */
  readonly marked: boolean;
  /** Whether all of it was UTF-8. */
  readonly isUtf8: boolean;
};

const MARK = '\u{FEFF}';
/** What may be a multi-byte UTF-8 character, in a text with one character per byte. */
const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/**
 * Decodes bytes that should be UTF-8. An invalid byte is read as ISO 8859-1, the other encoding that programs use without declaring it. Never
 * fails; ASCII, and thus all of JSON's own syntax, is the same either way.
 */
export function lenientText(bytes: Uint8Array): LenientText {
  const strict = strictly(bytes);
  const text = strict ?? bytewise(bytes).replace(SEQUENCE, (found) => strictly(Uint8Array.from(found, codeOf)) ?? found);
  const marked = text.startsWith(MARK);
  return { text: marked ? text.slice(MARK.length) : text, marked, isUtf8: strict !== null };
}

function strictly(bytes: Uint8Array): string | null {
  try {
    return coder.encode(bytes);
  } catch {
    return null;
  }
}

function bytewise(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
