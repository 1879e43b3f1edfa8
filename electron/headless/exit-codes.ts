/**
 * Exit codes of the host and its commands. The guide (docs/guide/headless.en.md), `--help` and the systemd unit repeat them; a test compares.
 * `again`: whether restarting the host automatically may help.
 */
export const EXIT_CODES = {
  done: { code: 0, again: false, means: 'done' },
  no: { code: 1, again: true, means: 'the answer is no, or a document did not reach "accepted"; of a host: a fault of its own' },
  usage: { code: 2, again: false, means: 'wrong arguments' },
  busy: { code: 3, again: false, means: 'the profile is in use by a program that does not answer' },
  closed: { code: 4, again: false, means: 'there is no such profile, or it cannot be opened' },
  disk: {
    code: 5,
    again: true,
    means: 'the disk of the profile is full, read-only, gives errors, or another program holds its files; a host waits instead',
  },
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES]['code'];

export const EXIT = {
  done: EXIT_CODES.done.code,
  no: EXIT_CODES.no.code,
  usage: EXIT_CODES.usage.code,
  busy: EXIT_CODES.busy.code,
  closed: EXIT_CODES.closed.code,
  disk: EXIT_CODES.disk.code,
} as const;
