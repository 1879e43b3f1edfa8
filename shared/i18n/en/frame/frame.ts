/** The frame of the window: the rail and its sections. */
export const frame = {
  'frame.starting': 'Intray is starting…',
  'frame.places': 'Places',
  'frame.overview': 'Overview',
  'frame.companies': 'Companies',
  'frame.of-company': 'By company',
  'frame.every-company': 'All companies',
  'frame.to-look-at_one': '{{count, number}} to do',
  'frame.to-look-at_other': '{{count, number}} to do',
  'frame.page': '{{place}} – Intray',
  'frame.documents': 'Documents',
  'frame.settings': 'Settings',
  'frame.bulk-question': 'To do',
  'frame.type-question': 'Purchase or sale?',
  'frame.note-question': 'Note to your accountant',
  'frame.invitation': 'Invitation',
  'frame.back': 'Back',
} as const;
