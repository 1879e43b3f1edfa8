/** The configuration of this installation: the addresses of service and relay. */
export const installation = {
  'installation.json': 'Configuration (JSON)',
  'installation.json.hint': 'Two members: “relayUrl” and “service”.',
  'installation.save': 'Use this configuration',
  'installation.secrets.title': 'This is another service or relay: type the secrets in again',
  'installation.secrets.text':
    'The secrets of your companies would be sent there from now on. Only somebody who has them may decide that, so Intray asks for each of them again. Nothing was changed yet.',
  'installation.secrets.of': 'Secret of {{name}}',
  'installation.secrets.wrong': 'This is not the secret that Intray has.',
  'installation.vault':
    'The keychain of this computer does not open now, so Intray cannot tell whether these secrets are right. Unlock it and try again.',
  'installation.start-over': 'Start over: remove all companies first',
  'installation.start-over.hint':
    'For when you no longer have the secrets. Your files and the history stay; connect each company again afterwards.',
  'installation.start-over.save': 'Remove all companies and use this configuration',
  'installation.wrong': 'This is not a configuration of Intray: {{place}}.',
  'installation.wrong.json': 'the text is not complete JSON',
  'installation.wrong.empty': 'neither “relayUrl” nor “service” is there',
  'installation.wrong.member': '“{{member}}” is missing or not right',
  'installation.not-set': 'Not set up yet',
  'installation.file': 'Open the file…',
} as const;
