/** How each device token begins, so that one that lies where it must not is recognised for what it is, by people and by programs that look for secrets. */
export const DEVICE_TOKEN_MARK = 'intray-device-';
