import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes into `folder` a stand-in for Electron's own macOS app, with its folders and property lists but no program. Never a product. */
export function makeStandInMacApp(folder: string, fuses: Buffer): void {
  const contents = join(folder, 'Electron.app', 'Contents');
  makeBundle(contents, 'Electron', 'com.github.Electron');
  mkdirSync(join(contents, 'Resources'), { recursive: true });
  writeFileSync(join(contents, 'Resources', 'electron.icns'), 'x');
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const name = `Electron Helper${kind}`;
    makeBundle(join(contents, 'Frameworks', `${name}.app`, 'Contents'), name, 'com.github.Electron.helper');
  }
  const framework = join(contents, 'Frameworks', 'Electron Framework.framework');
  mkdirSync(join(framework, 'Versions', 'A', 'Resources'), { recursive: true });
  writeFileSync(join(framework, 'Versions', 'A', 'Resources', 'Info.plist'), list('Electron Framework', 'com.github.Electron.framework'));
  // On macOS the fuses are in this file.
  writeFileSync(join(framework, 'Electron Framework'), fuses);
}

function makeBundle(contents: string, name: string, id: string): void {
  mkdirSync(join(contents, 'MacOS'), { recursive: true });
  writeFileSync(join(contents, 'MacOS', name), 'x');
  chmodSync(join(contents, 'MacOS', name), 0o755);
  writeFileSync(join(contents, 'Info.plist'), list(name, id));
}

function list(name: string, id: string): string {
  const entries = { CFBundleIdentifier: id, CFBundleExecutable: name, CFBundleName: name, CFBundlePackageType: 'APPL' };
  const lines = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
${lines.join('')}</dict></plist>
`;
}
