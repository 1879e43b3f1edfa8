/** A secret that must be found nowhere, and its name for a report, which must not contain the secret either. */
export type Canary = { readonly name: string; readonly secret: string | Uint8Array };

/** Something that was left behind, written or sent. */
export type Left = { readonly where: string; readonly bytes: Uint8Array };

/** A shorter secret would be found by chance. */
const CANARY_BYTES_MIN = 12;

/** Each canary found in what was left, in any form in which a program may have written it: "name as form in place". */
export function findCanaries(left: readonly Left[], canaries: readonly Canary[]): readonly string[] {
  const wanted = canaries.flatMap(({ name, secret }) => formsOf(secret).map(([form, bytes]) => ({ name, form, bytes })));
  return left.flatMap(({ where, bytes }) => {
    const hay = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return wanted.filter((one) => hay.includes(one.bytes)).map(({ name, form }) => `${name} as ${form} in ${where}`);
  });
}

type Form = readonly [name: string, bytes: Buffer];

function formsOf(secret: string | Uint8Array): readonly Form[] {
  const plain = typeof secret === 'string' ? Buffer.from(secret) : Buffer.from(secret);
  if (plain.length < CANARY_BYTES_MIN) throw new Error('this canary is too short to be one');
  const hex = plain.toString('hex');
  const text = typeof secret === 'string' ? textForms(secret) : [];
  const forms: readonly Form[] = [
    ['itself', plain],
    ...text,
    ['hex', Buffer.from(hex)],
    ['HEX', Buffer.from(hex.toUpperCase())],
    ...[0, 1, 2].flatMap((before) => base64At(plain, before)),
  ];
  const known = new Set<string>();
  return forms.filter(([, bytes]) => !known.has(bytes.toString('latin1')) && known.add(bytes.toString('latin1')));
}

function textForms(secret: string): readonly Form[] {
  return [
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['JSON', Buffer.from(JSON.stringify(secret).slice(1, -1))],
    ['URL', Buffer.from(encodeURIComponent(secret))],
    ['form', Buffer.from(new URLSearchParams({ x: secret }).toString().slice(2))],
  ];
}

/**
 * Inside a longer text, such as `user:password`, a secret begins at one of three positions within a Base64 group. Characters that depend on
 * its neighbours are left out.
 */
function base64At(plain: Buffer, before: number): readonly Form[] {
  const shifted = Buffer.concat([Buffer.alloc(before), plain]);
  const from = Math.ceil((before * 8) / 6);
  const to = Math.floor((shifted.length * 8) / 6);
  return (['base64', 'base64url'] as const).map((encoding) => [encoding, Buffer.from(shifted.toString(encoding).slice(from, to))]);
}
