/** The configuration of this installation: the addresses of service and relay. */
export const installation = {
  'installation.json': 'File with the addresses',
  'installation.json.hint': 'Open the file, or paste all of it here.',
  'installation.save': 'Use this file',
  'installation.secrets.title': 'These are other servers: enter the secrets again',
  'installation.secrets.text':
    'The secrets of your companies would be sent there from now on. Only somebody who has them may decide that, so Intray asks for each of them again. Nothing was changed yet.',
  'installation.secrets.of': 'Secret of {{name}}',
  'installation.secrets.wrong': 'This is not the secret that Intray has.',
  'installation.vault':
    'The secrets kept on this computer cannot be read now, so Intray cannot tell whether these are right. If the keychain is locked, unlock it and try again; otherwise the overview says what to do.',
  'installation.start-over': 'Start over: remove all companies first',
  'installation.start-over.hint':
    'For when you no longer have the secrets. Your files and the history stay; connect each company again afterwards.',
  'installation.start-over.save': 'Remove all companies and use this file',
  'installation.wrong': 'This file cannot be used: {{place}}.',
  'installation.wrong.json': 'it is incomplete, copy all of it',
  'installation.wrong.empty': 'neither “relayUrl” nor “service” is in it',
  'installation.wrong.member': '“{{member}}” is missing or not right',
  'installation.wrong.missing': '“{{member}}” is not in it, and nothing works without it',
  'installation.not-set': 'Not set up yet',
  'installation.file': 'Open the file…',
} as const;
