/** Puts a picture on white paper, in place: what is made of it has no transparency. */
export function onWhite(rgba: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (let at = 0; at < rgba.byteLength; at += 4) {
    const alpha = rgba[at + 3] ?? 0xff;
    if (alpha === 0xff) continue;
    for (let colour = at; colour < at + 3; colour += 1) rgba[colour] = Math.round(((rgba[colour] ?? 0) * alpha) / 255) + 255 - alpha;
    rgba[at + 3] = 0xff;
  }
  return rgba;
}
