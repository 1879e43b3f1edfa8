/** The prefix of each device token, so that people and secret scanners recognise one in a place where it must not be. */
export const DEVICE_TOKEN_MARK = 'intray-device-';
