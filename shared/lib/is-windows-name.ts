import { isDeviceName } from './device-name.ts';

// oxlint-disable-next-line no-control-regex -- Windows takes none of these in a name, and what stands behind a colon is a stream within a file.
const FORBIDDEN = /[\u0000-\u001f<>:"|?*]/;

/** Whether Windows accepts this as the name of a file or folder, not of a device or of a stream within a file (`scan.pdf:evil`). */
export function isWindowsName(name: string): boolean {
  return !FORBIDDEN.test(name) && !isDeviceName(name);
}
