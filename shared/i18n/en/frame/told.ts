/** What the window tells about the last action, for a moment. */
export const told = {
  'told.notice': 'Notice',
  'told.undo': 'Undo',
  'told.undone': 'Undone.',
} as const;
