export const NO_HOST = 'none runs on this profile, so nothing is watched, sent or read now';
