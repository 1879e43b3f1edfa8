// Checks a proof that Intray saved: node verify.mjs FILE.zip [--jwks URL-or-file]. Needs Node 20.15 or newer, nothing else. README.md explains the lines.
// Exit code 0: signed, and nothing contradicts it. 1: refused. 2: nothing is wrong, but something essential is not proven.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
const sha256 = (bytes, as = 'hex') => createHash('sha256').update(bytes).digest(as);
const thumbprintOf = ({ e, kty, n }) => sha256(JSON.stringify({ e, kty, n }), 'base64url');
const refuse = (why) => {
  console.log(`REFUSED     ${why}`);
  process.exit(1);
};
process.on('uncaughtException', (error) => refuse(`it cannot be read: ${error.message}`));
const must = (is, why) => is || refuse(why);
const proven = (text) => console.log(`proven      ${text}`);
const said = (text) => console.log(`said        ${text}`);
const open = (text) => {
  console.log(`NOT PROVEN  ${text}`);
  process.exitCode = 2;
  return [];
};
const [file, option, jwksAt] = process.argv.slice(2);
must(file && (!option || (option === '--jwks' && jwksAt)), 'usage: node verify.mjs FILE.zip [--jwks URL-or-file]');
const members = unzip(readFileSync(file));
const names = members.map(({ name }) => name);
must(new Set(names).size === names.length, 'two members of the zip have the same name');
const read = (name) => (members.find((member) => member.name === name) ?? refuse(`${name} is missing`)).bytes;
const proof = JSON.parse(read('proof.json'));
must(read('proof.json.sha256').equals(Buffer.from(`${sha256(read('proof.json'))}  proof.json\n`)), 'proof.json was changed');
must(proof?.format === 'intray-proof' && proof.version === 1, 'this is no proof of version 1');
must(read('proof.json').equals(Buffer.from(`${JSON.stringify(proof, null, 2)}\n`)), 'proof.json is not written as Intray writes it');
const listed = ['proof.json', ...proof.members.map(({ name }) => name), 'proof.json.sha256'];
for (const name of names) must(listed.includes(name), `${name} is not listed in proof.json`);
for (const { name, bytes, sha256: hash } of proof.members)
  must(read(name).length === bytes && sha256(read(name)) === hash, `${name} is not what proof.json says`);
must(names.join() === listed.join(), 'the members are in another order');
said('all members are as proof.json lists them. Who changes them can list them anew, but not sign what is proven below.');

const { document, sendings, webhooks, keys, service } = proof;
checkDocument(document);
const chain = [{ state: 'found', at: document.foundAt, reference: null }, ...sendings.flatMap(statesOf)];
must(JSON.stringify(chain) === JSON.stringify(proof.states), 'the chain of states is not what the sendings and results make it');
const jwks = jwksAt && (/^https?:/.test(jwksAt) ? await (await fetch(jwksAt)).text() : readFileSync(jwksAt, 'utf8'));
const published = jwks && JSON.parse(jwks).keys.map(thumbprintOf);
keys.forEach(checkKey);
const signed = webhooks.flatMap(checkMessage);
sendings.forEach(checkResult);
said('form fields, times of sending, answers to it, company and texts are what the sending computer noted. Nobody else signed them.');
said('that these bytes reached the service: it signs the reference, which is made of the fingerprint of the user’s file, not the bytes.');

/** Reads the members, and writes the zip again as Intray does: no byte of it may be another one. */
function unzip(zip) {
  const found = [];
  for (let at = 0; at + 30 <= zip.length && zip.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + zip.readUInt16LE(at + 26);
    const end = start + zip.readUInt32LE(at + 18);
    must(end <= zip.length, 'the zip is cut off');
    found.push({ name: zip.toString('utf8', at + 30, start), bytes: zip.subarray(start, end), at });
    at = end;
  }
  const [locals, central] = [[], []];
  for (const { name, bytes, at } of found) {
    const about = Buffer.from('1400000800000000210000000000000000000000000000000000', 'hex');
    about.writeUInt32LE(crc32(bytes), 10);
    for (const place of [14, 18]) about.writeUInt32LE(bytes.length, place);
    about.writeUInt16LE(Buffer.byteLength(name), 22);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    locals.push(Buffer.from('PK\x03\x04'), about, Buffer.from(name), bytes);
    central.push(Buffer.from('PK\x01\x02\x14\0'), about, offset, Buffer.from(name));
  }
  const [from, size] = [locals, central].map((parts) => Buffer.concat(parts).length);
  const end = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
  for (const place of [8, 10]) end.writeUInt16LE(found.length, place);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(from, 16);
  const again = Buffer.concat([...locals, ...central, end]);
  must(found.length > 0, 'this is no zip');
  must(zip.length >= again.length, 'the zip is cut off');
  must(!zip.subarray(0, again.length).equals(again) || zip.length === again.length, 'bytes follow the end of the zip');
  must(zip.equals(again), 'the zip is not as Intray writes it: a checksum, a header or the directory differs');
  return found;
}

function checkDocument({ file: own, sent, sentIs, joinedFrom }) {
  for (const part of [own, sent]) if (part?.member) must(sha256(read(part.member)) === part.sha256, `${part.member} is another document`);
  if (joinedFrom) must(sha256(['intray/joined/1', ...joinedFrom].join('\0')) === own.sha256, 'the joined pictures are others');
  if (sentIs !== 'file') said(`what was sent is ${sentIs === 'version' ? 'made from the file' : 'unknown: another computer sent it'}.`);
  if (!own?.member && !joinedFrom) open('what is in the document: the user’s file is not in this proof, at most its fingerprint.');
}

function statesOf({ reference, attempts, receivedAt, result }) {
  const states = [...attempts.map(({ begunAt: at }) => ['uploading', at]), ['received', receivedAt], [result?.state, result?.at]];
  return states.flatMap(([state, at]) => (at ? [{ state, at, reference }] : []));
}

function checkKey({ member, thumbprint, kid }) {
  const jwk = JSON.parse(read(member));
  must(jwk.kty === 'RSA' && Buffer.from(jwk.n, 'base64url').length >= 256, `${member} is no RSA key of 2048 bits`);
  must(thumbprintOf(jwk) === thumbprint && jwk.kid === kid && member === `keys/${thumbprint}.json`, `${member} is another key`);
  if (!webhooks.some(({ key }) => key === member)) refuse(`${member} belongs to no message`);
  if (published?.includes(thumbprint)) proven(`key ${thumbprint} is published at ${jwksAt}.`);
  else if (published) open(`that key ${thumbprint} is the service’s: it is not at ${jwksAt}, or no longer.`);
  else said(`key ${thumbprint} is the service’s. Compare it with what the service publishes, or give --jwks.`);
}

/** What it says, if it is signed by a key that is in the proof. */
function checkMessage(message) {
  const name = `message ${message.eventId}`;
  if (message.missing) return open(`${name}: its text and signature are no longer kept.`);
  const [jwt, body, key] = [read(message.jwt).toString(), read(message.body), keys.find(({ member }) => member === message.key)];
  const parts = jwt.split('.').map((part) => Buffer.from(part, 'base64url'));
  must(parts.length === 3 && parts.map((part) => part.toString('base64url')).join('.') === jwt, `${name}: its JWT is malformed`);
  const [head, claims, { id, type, time, data }] = [...parts.slice(0, 2), body].map((part) => JSON.parse(part));
  must(head.alg === 'RS512' && head.crit === undefined, `${name}: it is signed with ${head.alg}, not with RS512`);
  must(claims.body_sha256?.toLowerCase() === sha256(body) && claims.ce_type === type, `${name}: the JWT signs another text`);
  must(!service || claims.iss === service.issuer, `${name}: its issuer is ${claims.iss}`);
  const isAsListed = id.toLowerCase() === message.eventId && time === message.time && data.documentState === message.documentState;
  must(isAsListed && data.documentId.toLowerCase() === message.documentId, `${name}: proof.json says something else than it`);
  const isIts = ({ documentId, reference }) => documentId === message.documentId || reference === data.externalReference;
  const { integrationId, number } = sendings.find(isIts) ?? refuse(`${name}: it is about another document`);
  const reference = document.file && referenceOf([integrationId, document.importType, document.file.sha256], number);
  if (!reference || !data.externalReference) open(`${name}: that it speaks of this file, for want of its fingerprint or a reference.`);
  else must(data.externalReference === reference, `${name}: its reference is not that of this file`);
  if (!key)
    return open(`${name}: who signed it. Its key is not in the proof: the sending computer never saw it at the service, or lost it.`);
  const rsa = createPublicKey({ key: JSON.parse(read(key.member)), format: 'jwk' });
  const holds = verify('RSA-SHA512', Buffer.from(jwt.slice(0, jwt.lastIndexOf('.'))), rsa, parts[2]);
  must(head.kid === key.kid && holds, `${name}: its signature does not hold`);
  const reason = data.rejectionReason ? `, because ${JSON.stringify(data.rejectionReason)}` : '';
  const what = `document ${data.documentId}, reference ${data.externalReference}, is ${data.documentState}${reason}, and dates that ${time}`;
  proven(`${name}: the owner of key ${key.thumbprint} says that ${what}.`);
  return [{ ...data, at: Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`) }];
}

/** As Intray makes it: base32 of a SHA-256, and the number of the sending. */
function referenceOf(parts, number) {
  const fives = (BigInt(`0x${sha256(['intray/2', ...parts].join('\0'))}`) << 4n).toString(32).padStart(52, '0');
  const letters = fives.replace(/./g, (five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 32)]);
  return `iy2${letters}${String(number).padStart(2, '0')}`;
}

/** A result is what a signed message says, or a user's word. */
function checkResult({ reference, documentId, result }) {
  if (!result) return open(`reference ${reference}: it has no result.`);
  if (result.takenAt) return open(`reference ${reference}: ${result.state} by a user’s word alone.`);
  const says = signed.filter((data) => data.documentId.toLowerCase() === documentId && data.documentState.toLowerCase() === result.state);
  if (says.length === 0) return open(`reference ${reference}: ${result.state}. No signed message in this proof says so.`);
  const isIt = ({ rejectionReason, at }) => (rejectionReason ?? null) === result.reason && (!at || at === Date.parse(result.at));
  return must(says.some(isIt), `reference ${reference}: its result is not what the signed message says`);
}
