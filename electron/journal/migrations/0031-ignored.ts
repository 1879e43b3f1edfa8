/**
 * Documents may be ignored although they cannot be sent, and their files may be gone: an older version could not read those states. Also the
 * files beside the watched folders that a person ignores, each by the time at which it was written.
 */
export const IGNORED = `
CREATE INDEX items_ignored_unreadable ON items (n) WHERE kind = 'aside' AND json_extract(state, '$.unfit.problem.kind') = 'unreadable';
CREATE TABLE ignored_misplaced (
  parent TEXT NOT NULL,
  name TEXT NOT NULL,
  modified_at REAL NOT NULL,
  PRIMARY KEY (parent, name)
) STRICT;
`;
