import type { AppFault } from '#electron/app-shape.ts';

/** Why the profile did not open, as a sentence for the person. */
export function sayAppFault(fault: AppFault): string {
  switch (fault.kind) {
    case 'in-use':
      return 'Another Intray has this profile open. Close it first.';
    case 'newer':
      return 'A newer version of Intray made this profile. Use that version.';
    case 'unreadable':
    default:
      return `This profile cannot be opened: ${fault.detail}`;
  }
}
