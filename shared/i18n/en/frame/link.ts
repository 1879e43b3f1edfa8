/** The connection between the window and its program, and the sign-in to it. */
export const link = {
  'link.down.title': 'Not connected to Intray',
  'link.down.text':
    'What you see may be out of date. This window keeps trying to reconnect; if that takes long, check that Intray is running.',
  'link.closed.text': 'The program was closed. What you see is the last it said. Start Intray again, then reload this window.',
  'link.missing.title': 'A part of this window is missing',
  'link.missing.text': 'It was probably replaced by a newer version. Sending goes on. Reload the window to see all of it.',
  'link.reload': 'Reload',
  'link.sign-in.title': 'This page is not signed in',
  'link.sign-in.text':
    'For your safety, an address of this window works only once and in one tab. The command “intray url”, on the computer on which Intray runs, gives you a new one: open it in this browser.',
} as const;
