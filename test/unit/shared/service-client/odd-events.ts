import { eventBody, type EventFields } from './signing.ts';

/** A body with an odd shape, and what is reported about it. `claims`: those of the JWT that differ. */
export type OddBody = { readonly name: string; readonly body: Buffer; readonly says: string; readonly claims?: Record<string, unknown> };

type Json = Record<string, unknown>;

/** Odd, but everything that a result needs is there: each is read. `says` is what is found odd. */
export function readableOddities(fields: EventFields = {}): readonly OddBody[] {
  const plain = eventBody(fields);
  return [
    { name: 'a byte order mark', says: 'byte-order-mark', body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]) },
    { name: 'letters of ISO 8859-1', says: 'encoding', body: Buffer.from(plain.toString(), 'latin1') },
    { name: 'an id that is no UUID', says: 'id', body: changed(plain, { id: 'event-17' }) },
    { name: 'an id that is a number', says: 'id', body: changed(plain, { id: 17 }) },
    { name: 'no id', says: 'id', body: changed(plain, { id: undefined }) },
    { name: 'no time', says: 'time', body: changed(plain, { time: undefined }) },
    { name: 'a time of null', says: 'time', body: changed(plain, { time: null }) },
    { name: 'no source', says: 'source', body: changed(plain, { source: undefined }) },
    { name: 'a JWT without an id', says: 'jti', body: plain, claims: { jti: undefined } },
  ];
}

/** Signed, but not a readable event. `says` is why. */
export function unreadableBodies(fields: EventFields = {}): readonly OddBody[] {
  const plain = eventBody(fields);
  const text = plain.toString();
  return [
    { name: 'half of the JSON', says: 'json', body: plain.subarray(0, 60) },
    { name: 'nothing', says: 'json', body: Buffer.alloc(0) },
    { name: 'a page of a proxy', says: 'json', body: Buffer.from('<html>503</html>') },
    { name: 'a list', says: 'json', body: Buffer.from(`[${text}]`) },
    { name: 'UTF-16', says: 'json', body: Buffer.from(`\u{FEFF}${text}`, 'utf16le') },
    { name: 'another specversion', says: 'envelope', body: changed(plain, { specversion: '2.0' }) },
    { name: 'no type', says: 'envelope', body: changed(plain, { type: undefined }) },
    { name: 'no data', says: 'envelope', body: changed(plain, { data: undefined }) },
    { name: 'an integrationId that is none', says: 'envelope', body: changed(plain, { data: { integrationId: 7 } }) },
    { name: 'another type than the JWT', says: 'ce-type', body: plain, claims: { ce_type: 'Revocation' } },
    { name: 'a JWT without a type', says: 'claims', body: plain, claims: { ce_type: undefined } },
    { name: 'a JWT whose dates are texts', says: 'claims', body: plain, claims: { iat: 'yesterday', exp: 'tomorrow' } },
    { name: 'a JWT that is valid from a text on', says: 'claims', body: plain, claims: { nbf: 'tomorrow' } },
  ];
}

function changed(body: Buffer, change: Json): Buffer {
  return Buffer.from(JSON.stringify({ ...(JSON.parse(body.toString()) as Json), ...change }));
}
