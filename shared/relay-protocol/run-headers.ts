/** Request header: a random word for the lifetime of this process, stored nowhere, so that a copy of the profile does not have it. */
export const RUN_HEADER = 'intray-run';
/** A desktop sends a UUID; anything longer is ignored. */
export const RUN_CHARACTERS_MAX = 64;
/** Answer header: more than one running program uses the token of this device. */
export const SHARED_HEADER = 'intray-device-shared';
