import type * as E from 'electron/main';

type Entry = { command: string; enabled: boolean };

/** How systems store programs that start at login, as Electron writes and reads it: Windows' `Run` key with Task Manager's switch, macOS' status. */
export class FakeLoginItems {
  /** Windows: by the name of the registry value. */
  readonly run = new Map<string, Entry>();
  /** macOS. */
  status: E.LoginItemSettings['status'] = 'not-registered';
  /** macOS: whether the system started the app at login. */
  wasOpenedAtLogin = false;
  /** The path of this process; Windows compares with it if no path is given. */
  program = 'C:\\Program Files\\Intray\\Intray.exe';
  readonly written: E.Settings[] = [];

  set(settings: E.Settings): void {
    const { openAtLogin = false, name = 'app.intray.desktop', path = this.program, args = [], enabled = true } = settings;
    this.written.push(settings);
    if (openAtLogin) this.run.set(name, { command: [path, ...args].join(' '), enabled });
    else this.run.delete(name);
    if (this.status !== 'requires-approval' || !openAtLogin) this.status = openAtLogin ? 'enabled' : 'not-registered';
  }

  /** Electron lists only the entries that start the program that it is asked about. */
  get({ path = this.program }: E.LoginItemSettingsOptions = {}): E.LoginItemSettings {
    const launchItems = [...this.run]
      .filter(([, { command }]) => programOf(command).toLowerCase() === programOf(path).toLowerCase())
      .map(([name, { command, enabled }]) => ({ name, path: programOf(command), args: [], scope: 'user' as const, enabled }));
    return {
      openAtLogin: launchItems.length > 0 || this.status === 'enabled',
      wasOpenedAtLogin: this.wasOpenedAtLogin,
      status: this.status,
      executableWillLaunchAtLogin: launchItems.some(({ enabled }) => enabled),
      launchItems,
    };
  }

  reset(): void {
    this.run.clear();
    this.status = 'not-registered';
    this.wasOpenedAtLogin = false;
    this.written.length = 0;
  }
}

/** As Windows splits a command line: an unquoted word ends at its first blank. */
function programOf(command: string): string {
  return /^"([^"]*)"/.exec(command)?.[1] ?? command.split(' ')[0] ?? '';
}
