/** The browsers that are signed in to the window of a headless host. */
export const browsers = {
  'browsers.title': 'Signed in to this window',
  'browsers.text': 'Every tab that shows this window. Sign out what you no longer use, or do not know: it takes effect at once.',
  'browsers.email': 'Your e-mail address, in this tab',
  'browsers.email.text': 'For the files that you add in this tab, until it is signed out; in place of the company’s address.',
  'browsers.unknown': 'A browser',
  'browsers.on': '{{browser}} on {{system}}',
  'browsers.own': 'This browser, in this tab',
  'browsers.since': 'Signed in on {{moment}}',
  'browsers.used': 'last used:',
  'browsers.end': 'Sign out',
  'browsers.end.one': 'Sign out: {{name}}, signed in on {{moment}}',
  'browsers.end.others': 'Sign out all others',
  'browsers.end.all': 'Sign out everywhere',
  'browsers.own.title': 'Sign out of this browser?',
  'browsers.own.text':
    'This tab shows nothing any more until you open a new address in it, which the command “intray url” gives you. Sending goes on.',
  'browsers.all.title': 'Sign out everywhere?',
  'browsers.all.text':
    'This browser is signed out too. Addresses that were not opened yet are no longer good; to come back, get a new one with the command “intray url”. Sending goes on.',
  'browsers.told.one': 'Signed out: {{name}}',
  'browsers.told.others_one': '{{count, number}} other tab is signed out',
  'browsers.told.others_other': '{{count, number}} other tabs are signed out',
} as const;
