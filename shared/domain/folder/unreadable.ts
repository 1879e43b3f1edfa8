/** Our own codes, beside the platform's. */
export const IN_CLOUD = 'IN_CLOUD';
/** The content was to be fetched, and did not arrive in time. */
export const FETCH_LATE = 'FETCH_LATE';

/**
 * Why a file cannot be read, as far as a user can act on it. `in-use`: another program holds it · `denied`: this user lacks permission ·
 * `in-cloud`: its content is in the cloud only, and is not handed out · `away`: its disk, share or cloud storage does not answer.
 */
export type UnreadableCause = 'in-use' | 'denied' | 'in-cloud' | 'away' | 'other';

const CAUSES: Readonly<Record<string, UnreadableCause>> = {
  EBUSY: 'in-use',
  ETXTBSY: 'in-use',
  EACCES: 'denied',
  EPERM: 'denied',
  [IN_CLOUD]: 'in-cloud',
  EDEADLK: 'in-cloud',
  ECANCELED: 'in-cloud',
  [FETCH_LATE]: 'away',
  ECONNABORTED: 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EHOSTDOWN: 'away',
  EHOSTUNREACH: 'away',
  EIO: 'away',
  ENETDOWN: 'away',
  ENETUNREACH: 'away',
  ENODEV: 'away',
  ENOTCONN: 'away',
  ENXIO: 'away',
  EREMOTEIO: 'away',
  ESTALE: 'away',
  ETIMEDOUT: 'away',
  // Ours: the process that called the disk got no answer.
  NO_ANSWER: 'away',
  UNKNOWN: 'away',
};

/** Judges by the code of the fault; a code that is not listed is `other`. */
export function causeOfUnreadable(code: string): UnreadableCause {
  return CAUSES[code] ?? 'other';
}
