import type * as E from 'electron/main';

/** Whether the system reports a network. */
export const net: Pick<E.Net, 'isOnline'> & { online: boolean } = { online: true, isOnline: () => net.online };
