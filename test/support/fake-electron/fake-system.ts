/** The system that the fake imitates where Electron's behaviour depends on it, and whether the app is ready. */
export const fakeSystem: { platform: NodeJS.Platform; isReady: boolean } = { platform: 'linux', isReady: true };

/** Throws as Electron does for something that is unavailable before ready. */
export function needsReady(what: string): void {
  if (!fakeSystem.isReady) throw new Error(`${what} before app is ready`);
}
