import { app } from 'electron/main';
import { type OpenedWith, readArgument } from './opened-with.ts';

/** On macOS links and files come as events, the first of them before the app is ready: called as early as possible. */
export function hearInvitations(platform: NodeJS.Platform, take: (opened: OpenedWith) => void): void {
  if (platform !== 'darwin') return;
  const hear = (event: { preventDefault(): void }, word: string): void => {
    event.preventDefault();
    const opened = readArgument(word, platform);
    if (opened !== null) take(opened);
  };
  app.on('open-url', hear);
  app.on('open-file', hear);
}
