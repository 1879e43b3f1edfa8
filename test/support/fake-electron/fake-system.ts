/** The system that the fake plays where Electron behaves differently from one to the other, and whether the app is ready on it. */
export const fakeSystem: { platform: NodeJS.Platform; isReady: boolean } = { platform: 'linux', isReady: true };

/** As Electron refuses what cannot be had yet. */
export function needsReady(what: string): void {
  if (!fakeSystem.isReady) throw new Error(`${what} before app is ready`);
}
