/** The pages of questions, one after the other. */
export const questions = {
  'questions.title': 'Questions',
  'questions.back': 'To do',
  'questions.place': '{{at}} of {{all}}',
  'questions.previous': 'Previous question',
  'questions.next': 'Next question',
  'questions.later': 'Decide later',
  'questions.gone': 'This question has been answered',
  'questions.gone.text': 'Nothing waits here any more.',
  'questions.then': 'Next',
  'questions.then.bulk_one': '{{company}}: {{count, number}} document in {{folder}} needs your decision.',
  'questions.then.bulk_other': '{{company}}: {{count, number}} documents in {{folder}} need your decision.',
  'questions.then.type': '{{name}}: purchase or sale?',
} as const;
