/** What became of the documents of a month, for each company. */
export const months = {
  'months.title': '{{month}} by company',
  'months.title-one': '{{month}}',
  'months.accepted_one': '{{count, number}} accepted',
  'months.accepted_other': '{{count, number}} accepted',
  'months.refused_one': '{{count, number}} refused',
  'months.refused_other': '{{count, number}} refused',
  'months.open_one': '{{count, number}} open',
  'months.open_other': '{{count, number}} open',
  'months.complete': '{{month}} is complete',
  'months.none': 'No documents',
  'months.earlier': 'Earlier: {{month}}',
  'months.later': 'Later: {{month}}',
  'months.register': 'Register of {{month}}: {{name}}',
  'months.details': 'Details of {{name}}',
} as const;
