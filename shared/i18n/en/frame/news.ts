/** What is new in a version, as a user notices it: three to five lines, which `renderer/news/what-is-new.tsx` lists. */
export const news = {
  'news.title': 'What is new in Intray {{version}}',
  'news.seen': 'Got it',
  'news.0-1-0.sentence': 'The overview says in one short sentence whether there is anything to do.',
  'news.0-1-0.ignore': 'Everything in the list of things to do can be ignored, and for a moment that can be undone.',
  'news.0-1-0.questions': 'Questions open as pages: you see both documents, answer, and go on to the next one.',
  'news.0-1-0.month': 'For each company, the overview shows what became of this month’s documents.',
  'news.0-1-0.list': 'The list of documents can be sorted, and limited to the dates you choose.',
} as const;
