const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** Whether Windows treats it as a device, whatever follows its first dot: no file can be saved under such a name there. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
