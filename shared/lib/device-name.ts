const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** Whether Windows takes it for a device, whatever stands behind its first dot: nobody can save a file under such a name there. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
