/** Files beside the watched folders, which are not sent from there. */
export const misplaced = {
  'misplaced.title_one': '{{count, number}} file is next to your folders, not in them',
  'misplaced.title_other': '{{count, number}} files are next to your folders, not in them',
  'misplaced.more_one': '{{count, number}} more',
  'misplaced.more_other': '{{count, number}} more',
  'misplaced.text': 'They are not sent from there: move them to where they belong. Nothing is replaced.',
  'misplaced.move': 'Move to {{name}}',
  'misplaced.stay_one': '{{names}} could not be moved: it is too large, or another program is using it.',
  'misplaced.stay_other': '{{names}} could not be moved: they are too large, or another program is using them.',
  'misplaced.not-moved': 'They could not be moved. Move them yourself, in the computer’s file manager.',
  'misplaced.told.ignored_one': '{{count, number}} file next to your folders is ignored, until others appear there.',
  'misplaced.told.ignored_other': '{{count, number}} files next to your folders are ignored, until others appear there.',
  'misplaced.are-ignored_one': '{{count, number}} file next to these folders is ignored.',
  'misplaced.are-ignored_other': '{{count, number}} files next to these folders are ignored.',
} as const;
