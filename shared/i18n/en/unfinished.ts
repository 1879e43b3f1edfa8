/** Files in the folders that are being written, or whose end is missing. */
export const unfinished = {
  'unfinished.title': 'Being written, or not complete',
  'unfinished.text': 'Intray sends each one once it is complete.',
  'unfinished.more_one': '{{count, number}} more',
  'unfinished.more_other': '{{count, number}} more',
  'unfinished.send': 'Send as it is',
  'unfinished.told.taken': '“{{name}}” is in the list now.',
  'unfinished.told.known': 'The same content as “{{name}}” is in the list already. It is not sent again.',
  'unfinished.told.changed': '“{{name}}” has just changed. Intray waits until it is no longer written to.',
  'unfinished.told.unreadable': '“{{name}}” cannot be read now: another program is using it, or its disk does not answer.',
  'unfinished.told.too-soon': '“{{name}}” has been here for less than a minute. Try again in a moment.',
  'unfinished.told.not-fit': '“{{name}}” is empty, or is not a PDF, JPEG, PNG or BMP file.',
  'unfinished.told.gone': '“{{name}}” is no longer waiting: it is complete, or it was taken away.',
  'unfinished.told.failed': 'That did not work. Try again.',
} as const;
