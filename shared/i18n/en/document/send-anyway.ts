/** Sending an unfit document all the same: what that means, and why it was not sent. */
export const sendAnyway = {
  'send-anyway.title': 'Send {{name}} anyway?',
  'send-anyway.text':
    'It goes to your accountant exactly as it is in the folder. They may not be able to open it, and may refuse it. What is sent cannot be taken back.',
  'send-anyway.told.gone':
    'The file is no longer where it was, so nothing was sent. Put the same file back into the folder, then try again.',
  'send-anyway.told.changed':
    'The file has changed since Intray looked at it, so nothing was sent. Intray looks at the changed file by itself.',
  'send-anyway.told.in-cloud':
    'The content of the file is in the cloud only by now, so nothing was sent. Open the file once on this computer, then try again.',
  'send-anyway.told.unreadable':
    'The file cannot be read now, so nothing was sent: another program is using it, or its disk does not answer. Try again in a moment.',
  'send-anyway.told.not-fit': 'The file does not begin like a PDF, JPEG, PNG or BMP, so nothing was sent. Scan or save it again.',
  'send-anyway.told.not-offered': 'The document has changed meanwhile and can no longer be sent this way.',
  'send-anyway.told.failed': 'That did not work. Try again.',
} as const;
