import { createPrivateKey, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

export type Certificate = { readonly cert: string; readonly key: string };
export type Authority = Certificate & { issue(of: CertificateOf): Certificate };
export type CertificateOf = { readonly host: string; readonly from?: Date; readonly until?: Date };

const DAY_MS = 86_400_000;
const SHA256_RSA = '2a864886f70d01010b';
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const ALTERNATIVE_NAMES = '551d11';

/** An office's own certificate authority, which no system trusts. X.509 as DER, built by hand, so that no tool is needed. */
export function makeAuthority(name = 'Office authority'): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const isAuthority = sequence(oid(BASIC_CONSTRAINTS), tlv(0x01, Buffer.from([0xff])), octets(sequence(tlv(0x01, Buffer.from([0xff])))));
  const dates = { from: new Date(Date.now() - 3_650 * DAY_MS), until: new Date(Date.now() + 3_650 * DAY_MS) };
  const cert = signed({ subject: name, issuer: name, publicKey, extension: isAuthority, by: privateKey, ...dates });
  return {
    cert,
    key: pem(privateKey),
    issue: ({ host, from = new Date(Date.now() - DAY_MS), until = new Date(Date.now() + DAY_MS) }) => {
      const own = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      const names = sequence(oid(ALTERNATIVE_NAMES), octets(sequence(tlv(0x82, Buffer.from(host)))));
      const issued = { subject: host, issuer: name, publicKey: own.publicKey, extension: names, by: privateKey, from, until };
      return { cert: signed(issued), key: pem(own.privateKey) };
    },
  };
}

type Of = {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly extension: Buffer;
  readonly by: KeyObject;
  readonly from: Date;
  readonly until: Date;
};

let serial = 1;

function signed(of: Of): string {
  serial += 1;
  const algorithm = sequence(oid(SHA256_RSA), tlv(0x05, Buffer.alloc(0)));
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(serial),
    algorithm,
    named(of.issuer),
    sequence(time(of.from), time(of.until)),
    named(of.subject),
    of.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(of.extension)),
  );
  const signature = createSign('sha256')
    .update(body)
    .sign(createPrivateKey(of.by.export({ type: 'pkcs8', format: 'pem' })));
  const whole = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return `-----BEGIN CERTIFICATE-----\n${(whole.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function named(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid(COMMON_NAME), tlv(0x0c, Buffer.from(name)))));
}

/** GeneralizedTime, in seconds. */
function time(date: Date): Buffer {
  return tlv(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function octets(content: Buffer): Buffer {
  return tlv(0x04, content);
}

function integer(value: number): Buffer {
  return tlv(0x02, Buffer.from([value & 0x7f]));
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const long = length > 0xff ? [0x82, length >> 8, length & 0xff] : [0x81, length];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}
