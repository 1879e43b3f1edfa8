/** Many files at once, which wait for the person's go-ahead. */
export const bulkArrival = {
  'bulk-arrival.send-all': 'Send all',
  'bulk-arrival.send-none': 'Don’t send these',
  'bulk-arrival.send-since': 'Since a date…',
  'bulk-arrival.since-day': 'Dated on or after',
  'bulk-arrival.oldest': 'The oldest is dated {{moment}}.',
  'bulk-arrival.going_one': '{{count, number}} document will be sent.',
  'bulk-arrival.going_other': '{{count, number}} documents will be sent.',
  'bulk-arrival.going-none': 'None of them is dated on that day or later.',
  'bulk-arrival.confirm.all_one': 'Send {{count, number}} document?',
  'bulk-arrival.confirm.all_other': 'Send {{count, number}} documents?',
  'bulk-arrival.confirm.all.text': 'They go to your accountant and cannot be taken back.',
  'bulk-arrival.confirm.none_one': 'Not send {{count, number}} document?',
  'bulk-arrival.confirm.none_other': 'Not send {{count, number}} documents?',
  'bulk-arrival.confirm.none.text':
    'They stay where they are and are not sent. You find them under “Ignored” and can still send them. Whatever arrives from now on is sent.',
  'bulk-arrival.confirm.since_one': 'From which date should {{count, number}} document be sent?',
  'bulk-arrival.confirm.since_other': 'Which of the {{count, number}} documents should be sent?',
  'bulk-arrival.confirm.since.do': 'Send these documents',
  'bulk-arrival.confirm.since.text': 'Older ones stay where they are, under “Ignored”. What is sent cannot be taken back.',
} as const;
