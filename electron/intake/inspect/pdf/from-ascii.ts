/** Decoders of the ASCII filters (ISO 32000-2, 7.4.2 and 7.4.3), by name. They return null for invalid characters. */
export const FROM_ASCII: ReadonlyMap<string, (bytes: Buffer) => Buffer | null> = new Map([
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
  ['ASCII85Decode', fromAscii85],
  ['A85', fromAscii85],
]);

function fromHex(bytes: Buffer): Buffer | null {
  const text = bytes.toString('latin1');
  const end = text.indexOf('>');
  const digits = (end < 0 ? text : text.slice(0, end)).replaceAll(/[\0\t\n\f\r ]+/g, '');
  return /[^0-9A-Fa-f]/.test(digits) ? null : Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** Five characters for four bytes, `z` for four zeros, up to `~>`. */
function fromAscii85(bytes: Buffer): Buffer | null {
  const end = bytes.indexOf('~', 0, 'latin1');
  const to = end < 0 ? bytes.byteLength : end;
  const made = Buffer.alloc(4 * bytes.byteLength);
  let [length, value, count] = [0, 0, 0];
  for (let at = 0; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20) continue;
    if (byte === 0x7a && count === 0) {
      length += 4;
      continue;
    }
    if (byte < 0x21 || byte > 0x75) return null;
    value = value * 85 + (byte - 0x21);
    count += 1;
    if (count < 5) continue;
    made.writeUInt32BE(value % 0x1_0000_0000, length);
    [length, value, count] = [length + 4, 0, 0];
  }
  if (count > 1) {
    for (let n = count; n < 5; n += 1) value = value * 85 + 84;
    made.writeUInt32BE(value % 0x1_0000_0000, length);
    length += count - 1;
  }
  return made.subarray(0, length);
}
