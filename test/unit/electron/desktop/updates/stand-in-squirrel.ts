import { setImmediate } from 'node:timers/promises';
import { FakeAutoUpdater } from '#test/support/fake-electron/fake-app.ts';
import { app } from '#test/support/fake-electron/fake-electron.ts';

/** How macOS responds when it is handed a package, and when it is asked to install it. */
export type SquirrelAnswers = {
  readonly takes?: 'takes' | 'refuses' | 'silent';
  readonly installs?: 'quits' | 'refuses' | 'refuses-at-once' | 'silent';
};

/** Electron's native updater as electron-updater uses it: it fetches the package from the given address, with the given headers. */
export class StandInSquirrel extends FakeAutoUpdater {
  answers: SquirrelAnswers = {};
  #feed: { readonly url: string; readonly headers: Record<string, string> } = { url: '', headers: {} };

  constructor() {
    super(() => app.quit());
  }

  setFeedURL(feed: { readonly url: string; readonly headers: Record<string, string> }): void {
    this.#feed = feed;
  }

  checkForUpdates(): void {
    if (this.answers.takes !== 'silent') void this.#fetch().then(() => this.#judge());
  }

  override quitAndInstall(): void {
    const { installs = 'quits' } = this.answers;
    if (installs === 'refuses-at-once') this.emit('error', new Error('No update available, can’t quit and install'));
    if (installs === 'refuses') void setImmediate().then(() => this.emit('error', new Error('Could not write to the target')));
    if (installs === 'quits') super.quitAndInstall();
  }

  async #fetch(): Promise<void> {
    const { headers } = this.#feed;
    const { url } = (await (await fetch(this.#feed.url, { headers })).json()) as { url: string };
    await (await fetch(url, { headers })).arrayBuffer();
  }

  #judge(): void {
    if (this.answers.takes === 'refuses') this.emit('error', new Error('Code signature did not pass validation'));
    else this.emit('update-downloaded');
  }
}
