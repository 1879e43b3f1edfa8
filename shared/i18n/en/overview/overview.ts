/** The overview's lines about connection and folders. */
export const overview = {
  'overview.folders_one': '{{count, number}} folder watched, checked {{age}}',
  'overview.folders_other': '{{count, number}} folders watched, checked {{age}}',
  'overview.folders-first_one': '{{count, number}} folder watched',
  'overview.folders-first_other': '{{count, number}} folders watched',
  'overview.folders-away_one': '{{count, number}} folder cannot be read',
  'overview.folders-away_other': '{{count, number}} folders cannot be read',
  'overview.folders-none': 'No folder watched',
} as const;
