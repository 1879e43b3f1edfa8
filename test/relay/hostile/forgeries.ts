import { constants, createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { claimsFor, ISSUER, jwt, part, type SigningKey, signingKey } from '#test/unit/shared/service-client/odd-events.ts';

/** What a forger sends: a signature header (or several), and perhaps a body other than the genuine one. */
export type Forgery = { readonly name: string; readonly jwt: string; readonly body?: Uint8Array };

/** Everything that must not be trusted, made with real keys: `key` is the service's, of which a forger has the public half. */
export function forgeries(key: SigningKey, body: Buffer, nowMs: number): readonly Forgery[] {
  const of = { key, claims: claimsFor(body, nowMs), body, nowMs };
  return [
    ...algorithms(of),
    ...otherSignatures(of),
    ...publicKeyAsSecret(of),
    ...kids(of),
    ...broughtKeys(of),
    ...forms(of),
    ...claims(of),
    ...bodies(of),
  ];
}

type Of = { readonly key: SigningKey; readonly claims: Record<string, unknown>; readonly body: Buffer; readonly nowMs: number };

/** The service's own signature under a header that claims something else. */
function algorithms({ key, claims: signed }: Of): Forgery[] {
  const names = [
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    'HS256',
    'HS384',
    'HS512',
    'RS256',
    'RS384',
    'PS256',
    'PS384',
    'PS512',
    'ES256',
    'ES384',
  ];
  const odd = [
    'ES512',
    'EdDSA',
    'rs512',
    'RS512 ',
    ' RS512',
    'RS512\u0000',
    'RS-512',
    null,
    1,
    true,
    ['RS512'],
    { alg: 'RS512' },
    undefined,
  ];
  const unsigned = ['none', 'NONE', 'RS512'].map((alg) => ({
    name: `${alg} without a signature`,
    jwt: `${part({ alg, kid: key.kid })}.${part(signed)}.`,
  }));
  const crits = [['b64'], ['exp'], [], 'b64', null, { b64: false }].map((crit) => ({
    name: `crit ${JSON.stringify(crit)}`,
    jwt: jwt(key, signed, { crit, b64: false }),
  }));
  return [
    ...[...names, ...odd].map((alg) => ({ name: `alg ${JSON.stringify(alg)}`, jwt: jwt(key, signed, { alg }) })),
    ...unsigned,
    ...crits,
    { name: 'alg twice, the second none', jwt: raw(key, `{"alg":"RS512","kid":"${key.kid}","alg":"none"}`, JSON.stringify(signed)) },
  ];
}

function curve(namedCurve: string, hash: string): (text: Buffer) => Buffer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  return (text) => sign(hash, text, { key: privateKey, dsaEncoding: 'ieee-p1363' });
}

/** Real signatures by other algorithms, labelled honestly and labelled as ours. */
function otherSignatures({ key, claims: signed }: Of): Forgery[] {
  const pss = (hash: string) => (text: Buffer) => sign(hash, text, { key: key.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING });
  const rsa = (hash: string) => (text: Buffer) => sign(hash, text, key.privateKey);
  const { privateKey: edwards } = generateKeyPairSync('ed25519');
  const signers: Record<string, (text: Buffer) => Buffer> = {
    RS256: rsa('sha256'),
    RS384: rsa('sha384'),
    PS256: pss('sha256'),
    PS384: pss('sha384'),
    PS512: pss('sha512'),
    ES256: curve('P-256', 'sha256'),
    ES384: curve('P-384', 'sha384'),
    ES512: curve('P-521', 'sha512'),
    EdDSA: (text) => sign(null, text, edwards),
  };
  return Object.entries(signers).flatMap(([name, signer]) =>
    [name, 'RS512'].map((alg) => {
      const text = `${part({ alg, kid: key.kid })}.${part(signed)}`;
      return { name: `${name} called ${alg}`, jwt: `${text}.${signer(Buffer.from(text)).toString('base64url')}` };
    }),
  );
}

/** The classic confusion: an HMAC whose secret is the public key, which everybody has, in every form it can be written in. */
function publicKeyAsSecret({ key, claims: signed }: Of): Forgery[] {
  const secrets: Record<string, string | Buffer> = {
    pem: key.publicKey.export({ format: 'pem', type: 'spki' }),
    'pem without its last line end': key.publicKey.export({ format: 'pem', type: 'spki' }).toString().trim(),
    'pkcs1 pem': key.publicKey.export({ format: 'pem', type: 'pkcs1' }),
    der: key.publicKey.export({ format: 'der', type: 'spki' }),
    jwk: JSON.stringify(key.jwk),
    empty: '',
  };
  return Object.entries(secrets).flatMap(([form, secret]) =>
    ['sha256', 'sha384', 'sha512'].flatMap((hash) =>
      [`HS${hash.slice(3)}`, 'RS512'].map((alg) => {
        const text = `${part({ alg, kid: key.kid })}.${part(signed)}`;
        return {
          name: `HMAC-${hash} by ${form} called ${alg}`,
          jwt: `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`,
        };
      }),
    ),
  );
}

function kids({ key, claims: signed }: Of): Forgery[] {
  const kid = [
    'key-2',
    '',
    '../../dev/null',
    '/etc/passwd',
    "' OR 1=1 --",
    'http://evil.example/jwks',
    '__proto__',
    'constructor',
    'toString',
    'KEY-1',
    'key-1 ',
    ' key-1',
    'key-1\u0000',
    'key\u20111',
    'x'.repeat(4_000),
    'x'.repeat(65_536),
    1,
    null,
    ['key-1'],
    { kid: 'key-1' },
    undefined,
  ];
  return kid.map((one) => ({ name: `kid ${JSON.stringify(one)?.slice(0, 40)}`, jwt: jwt(key, signed, { kid: one }) }));
}

/** Signed by a key of the forger's own, which the header offers in every possible way. */
function broughtKeys({ claims: signed }: Of): Forgery[] {
  const own = signingKey('key-1');
  const offers: readonly Record<string, unknown>[] = [
    {},
    { jwk: own.jwk },
    { jku: 'https://evil.example/jwks' },
    { x5u: 'https://evil.example/cert' },
    { x5c: [own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] },
    { jwk: own.jwk, kid: own.jwk['n'] },
    { key: own.jwk },
    { kid: JSON.stringify(own.jwk) },
  ];
  return offers.map((offer) => ({
    name: `another key, offered as ${Object.keys(offer).join(' ') || 'nothing'}`,
    jwt: jwt(own, signed, offer),
  }));
}

function forms({ key, claims: signed, body }: Of): Forgery[] {
  const good = jwt(key, signed);
  const [head = '', payload = '', signature = ''] = good.split('.');
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const texts: Record<string, string> = {
    empty: '',
    padded: `${good}==`,
    'padded inside': `${head}=.${payload}.${signature}`,
    'a space inside': `${head}. ${payload}.${signature}`,
    'a tab inside': `${head}.\t${payload}.${signature}`,
    'four parts': `${good}.x`,
    'five parts, as encrypted ones have': `${good}.x.x`,
    'a dot at the end': `${good}.`,
    'a dot in front': `.${good}`,
    'two parts': `${head}.${payload}`,
    'one part': head,
    'dots alone': '..',
    'no signature': `${head}.${payload}.`,
    'half a signature': `${head}.${payload}.${signature.slice(0, 100)}`,
    'a signature of noughts': `${head}.${payload}.${'A'.repeat(signature.length)}`,
    'stray bits': `${good.slice(0, -1)}${last[last.indexOf(good.slice(-1)) + 1] ?? 'B'}`,
    'two signatures in one header': `${good}, ${good}`,
    'two signatures, the second forged': `${good}, x.y.z`,
    'as Bearer': `Bearer ${good}`,
    'in quotes': `"${good}"`,
    'lower case': good.toLowerCase(),
    'as JSON': JSON.stringify({ protected: head, payload, signature }),
    'parts swapped': `${payload}.${head}.${signature}`,
    'another payload': `${head}.${part({ ...signed, jti: 'other' })}.${signature}`,
    'another header': `${part({ alg: 'RS512', kid: key.kid })}.${payload}.${signature}`,
    'very long': `${head}.${'A'.repeat(9_000)}.${signature}`,
  };
  const headers = ['[]', '"RS512"', '1', 'null', '', '{', '{"alg":"RS512"'].map((text) => ({
    name: `header ${text}`,
    jwt: raw(key, text, JSON.stringify(signed)),
  }));
  return [...Object.entries(texts).map(([name, text]) => ({ name, jwt: text, body })), ...headers];
}

/** Signed by the service, but still not to be trusted. */
function claims({ key, claims: signed, body, nowMs }: Of): Forgery[] {
  const now = Math.floor(nowMs / 1000);
  const digest = String(signed['body_sha256']);
  const changes: readonly Record<string, unknown>[] = [
    ...[`${ISSUER}/`, ISSUER.toUpperCase(), 'https://evil.example', '', null, [ISSUER], undefined, `${ISSUER}.evil.example`].map((iss) => ({
      iss,
    })),
    ...[digest.slice(1), `${digest}0`, '', `0x${digest.slice(2)}`, digest.replace(/^./, 'g'), null, [digest], undefined].map((sum) => ({
      body_sha256: sum,
    })),
    { body_sha256: createHash('sha256').update('').digest('hex') },
    { body_sha256: createHash('sha512').update(body).digest('hex') },
    { body_sha256: Buffer.from(digest, 'hex').toString('base64url') },
    ...[now + 61, now + 10 ** 6, 2 ** 53, 1e300].map((iat) => ({ iat })),
    ...[49, 50, 1_000].map((hours) => ({ iat: now - hours * 3_600, exp: now - hours * 3_600 + 300 })),
    { iat: -1, exp: -1 },
  ];
  return [
    ...changes.map((change) => ({
      name: `claims ${JSON.stringify(change)} of ${Object.keys(change).join()}`,
      jwt: jwt(key, { ...signed, ...change }),
    })),
    ...['[]', '"x"', '1', 'null', '{', ''].map((payload) => ({ name: `payload ${payload}`, jwt: raw(key, header(key), payload) })),
    {
      name: 'issuer twice, the second another',
      jwt: raw(key, header(key), `${JSON.stringify(signed).slice(0, -1)},"iss":"https://evil.example"}`),
    },
  ];
}

/** The service's signature with another body. */
function bodies({ key, claims: signed, body }: Of): Forgery[] {
  const text = body.toString();
  const parsed = JSON.parse(text) as Record<string, unknown>;
  const others: Record<string, string> = {
    'written anew with spaces': JSON.stringify(parsed, null, 2),
    'in another order': JSON.stringify(Object.fromEntries(Object.entries(parsed).toReversed())),
    'with a byte order mark': `\u{FEFF}${text}`,
    'with a line end': `${text}\n`,
    'with a space in front': ` ${text}`,
    'without its last byte': text.slice(0, -1),
    'with escapes': text.replace('à', String.raw`\u00e0`),
    accepted: text.replace('Refused', 'Accepted'),
    'of another integration': text.replace(/"integrationId":"[^"]+"/, '"integrationId":"11111111-2222-4333-8444-555555555555"'),
    twice: `${text}${text}`,
    'with a member twice': `${text.slice(0, -1)},"type":"Revocation"}`,
  };
  const changed = Object.entries(others).map(([name, other]) => ({
    name: `body ${name}`,
    jwt: jwt(key, signed),
    body: Buffer.from(other),
  }));
  return [...changed, { name: 'no body', jwt: jwt(key, signed), body: Buffer.alloc(0) }];
}

function header(key: SigningKey): string {
  return JSON.stringify({ alg: 'RS512', kid: key.kid });
}

function raw(key: { readonly privateKey: KeyObject }, head: string, payload: string): string {
  const text = `${Buffer.from(head).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`;
  return `${text}.${sign('sha512', Buffer.from(text), key.privateKey).toString('base64url')}`;
}
