import { base64urlnopad } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { hex } from '#shared/lib/bytes.ts';
import {
  invitationKeys,
  newClaimKeys,
  newInvitationCode,
  newNumber,
  numberProof,
  openAnswer,
  openSecret,
  sealAnswer,
  sealSecret,
} from '#shared/node/invitation-keys.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { claimAnswerSchema } from '#shared/relay-protocol/invitations.ts';

/** The bytes 00 01 … 0f. What OpenSSL (`openssl kdf`, `openssl dgst`) and Python's cryptography made of it is below. */
const CODE = 'AAECAwQFBgcICQoLDA0ODw';
const FIND = 'badf4c3238e8d7dcc66bbe8e29f13e1f6de28945013eae7a677e582619542b8d';
const SEAL = '8d8454a56bef867407ba7b00c4140bdd06d5e042428e924ae76c47fcb19fc1ae';
const NUMBER = '2ee44b875be10c71110c680e0b7276d7d2817a0f8022fdbb4351aae71186a004';
const PROOF_OF_01234567 = 'e43eb2128bc3229cf4d5f4209f82ae558c6405a55ce2b7f5ea74452de0b0624c';
const INTEGRATION = integrationIdSchema.parse('7f9c24e8-3b13-4c4d-9b0c-1f2e3d4c5b6a');
const SECRET = 's3cret-of-the-integration';
const DEPOSIT = {
  iv: Buffer.from('000102030405060708090a0b', 'hex'),
  ciphertext: Buffer.from('79e6d8d94a8cda19e8caa416b8f65bef74c493a791d3872c47af2cf698e6b4c4e29c9dd77a3bc16f7f', 'hex'),
};
/** Of the private keys 00 … 1f (device) and 20 … 3f (relay). */
const DEVICE_KEY = '8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f';
const ANSWER = {
  key: 'NYBy1jZYgNGu6jKa35EhODhR7SGijjt16WXQ0s0WYlQ',
  iv: 'EBESExQVFhcYGRob',
  ciphertext: '520nhEiDYcs8awigQe5GvCL_bd6l40cbBKnJo5EYUP90x7mO7fB9OKA7ydytz_BeO3ij2N6M1OtX-wPCzWz32v60dvGO',
};

const random = nodeRandom();
const context = { sealKey: invitationKeys(CODE).seal, integrationId: INTEGRATION };

describe('the keys of an invitation', () => {
  it('are what other programs derive from the same code', () => {
    const keys = invitationKeys(CODE);
    expect([keys.find, keys.seal, keys.number].map(hex)).toEqual([FIND, SEAL, NUMBER]);
    expect(hex(numberProof(keys.number, '01234567'))).toBe(PROOF_OF_01234567);
  });

  it('are refused for what is no code', () => {
    expect(() => invitationKeys('AAECAwQFBgcICQoLDA0OD')).toThrow('16 bytes');
    expect(() => invitationKeys('AAECAwQFBgcICQoLDA0ODx')).toThrow('16 bytes');
  });

  it('open what another program sealed, and nothing that was changed or is for something else', () => {
    expect(openSecret(DEPOSIT, context)).toBe(SECRET);
    const changed = Uint8Array.from(DEPOSIT.ciphertext, (byte, at) => (at === 3 ? byte ^ 1 : byte));
    expect(openSecret({ ...DEPOSIT, ciphertext: changed }, context)).toBeNull();
    expect(openSecret({ ...DEPOSIT, ciphertext: DEPOSIT.ciphertext.subarray(0, 9) }, context)).toBeNull();
    expect(openSecret({ ...DEPOSIT, iv: DEPOSIT.iv.subarray(1) }, context)).toBeNull();
    const other = integrationIdSchema.parse('7f9c24e8-3b13-4c4d-9b0c-1f2e3d4c5b6b');
    expect(openSecret(DEPOSIT, { ...context, integrationId: other })).toBeNull();
    expect(openSecret(DEPOSIT, { ...context, sealKey: invitationKeys(newInvitationCode(random)).seal })).toBeNull();
  });

  it('seal a secret anew each time', () => {
    const [one, two] = [sealSecret(SECRET, context, random), sealSecret(SECRET, context, random)];
    expect(openSecret(one, context)).toBe(SECRET);
    expect(hex(one.ciphertext)).not.toBe(hex(two.ciphertext));
  });
});

describe('the answer to a claim', () => {
  const deviceKeys = { privateKey: Uint8Array.from({ length: 32 }, (_, at) => at), publicKey: Buffer.from(DEVICE_KEY, 'hex') };

  it('is opened as another program sealed it', () => {
    const opened = openAnswer(ANSWER, deviceKeys);
    expect(opened).not.toBeNull();
    expect(opened === null ? null : openSecret(opened, context)).toBe(SECRET);
  });

  it('is opened by the key that claimed, and by no other', () => {
    const keys = newClaimKeys(random);
    const sealed = sealAnswer(DEPOSIT, keys.publicKey, random);
    if (sealed === null) throw new Error('such a key can be encrypted to');
    expect(claimAnswerSchema.safeParse({ integrationId: INTEGRATION, sealed }).success).toBe(true);
    expect(openAnswer(sealed, keys)).toEqual({ iv: new Uint8Array(DEPOSIT.iv), ciphertext: new Uint8Array(DEPOSIT.ciphertext) });
    expect(openAnswer(sealed, newClaimKeys(random))).toBeNull();
    expect(openAnswer({ ...sealed, key: base64urlnopad.encode(newClaimKeys(random).publicKey) }, keys)).toBeNull();
    expect(openAnswer({ ...sealed, ciphertext: 'AAAA' }, keys)).toBeNull();
  });

  it('is not made for a key that gives everybody the same secret', () => {
    expect(sealAnswer(DEPOSIT, new Uint8Array(32), random)).toBeNull();
    expect(sealAnswer(DEPOSIT, new Uint8Array(31), random)).toBeNull();
  });

  it('uses the public key that other programs compute', () => {
    expect(hex(newClaimKeys({ bytes: () => deviceKeys.privateKey }).publicKey)).toBe(DEVICE_KEY);
  });
});

describe('a number', () => {
  it('has eight digits, and zeros at its beginning', () => {
    expect(newNumber({ bytes: () => Uint8Array.of(0, 0, 0, 42) })).toBe('00000042');
    expect(newNumber({ bytes: () => Uint8Array.of(0xfa, 0x56, 0xe9, 0xff) })).toBe('99999999');
    for (let turn = 0; turn < 50; turn += 1) expect(newNumber(random)).toMatch(/^[0-9]{8}$/);
  });

  it('is drawn again where it would make some numbers likelier', () => {
    const drawn = [Uint8Array.of(0xfa, 0x56, 0xea, 0x00), Uint8Array.of(0, 0, 0, 7)];
    expect(newNumber({ bytes: () => drawn.shift() ?? new Uint8Array(4) })).toBe('00000007');
    expect(drawn).toEqual([]);
  });
});
