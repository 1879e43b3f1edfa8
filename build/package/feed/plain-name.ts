/** No separator, no leading dot, no device of Windows' with an ending, nothing that a shell, a list of checksums or another system reads differently. */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9][\w.+-]{0,199}$/.test(name) && !name.endsWith('.') && !/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
}
