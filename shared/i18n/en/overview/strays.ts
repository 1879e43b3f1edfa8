/** Files beside the watched folders, which are not sent from there. */
export const strays = {
  'strays.title_one': '{{count, number}} file is next to your folders, not in them',
  'strays.title_other': '{{count, number}} files are next to your folders, not in them',
  'strays.more_one': '{{count, number}} more',
  'strays.more_other': '{{count, number}} more',
  'strays.text': 'They are not sent from there: move them to where they belong. Nothing is replaced.',
  'strays.move': 'Move to {{name}}',
  'strays.stay_one': '{{names}} could not be moved: it is too large, or another program is using it.',
  'strays.stay_other': '{{names}} could not be moved: they are too large, or another program is using them.',
  'strays.not-moved': 'They could not be moved. Move them yourself, in the computer’s file manager.',
  'strays.told.ignored_one': '{{count, number}} file next to your folders is ignored, until others appear there.',
  'strays.told.ignored_other': '{{count, number}} files next to your folders are ignored, until others appear there.',
  'strays.are-ignored_one': '{{count, number}} file next to these folders is ignored.',
  'strays.are-ignored_other': '{{count, number}} files next to these folders are ignored.',
} as const;
