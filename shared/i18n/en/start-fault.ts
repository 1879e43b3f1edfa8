/** Why Intray cannot start, said in the system's own dialog. */
export const startFault = {
  'start-fault.title': 'Intray cannot start',
  'start-fault.in-use':
    'Another Intray is already working with these files, perhaps for another person on this computer. Nothing was changed. Quit the other one, then start Intray again.',
  'start-fault.newer':
    'A newer version of Intray was used here, and this one cannot read its files. Nothing was changed. Install the newest version, then start Intray again.',
  'start-fault.unreadable':
    'Intray cannot read its own files. Nothing was changed and nothing is sent. Check that the disk is there and not full, then start Intray again.',
} as const;
