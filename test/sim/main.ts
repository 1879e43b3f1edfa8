import { takeWindowsPaths } from './windows-paths.ts';

/** Everything loaded from here on takes its path rules from this choice, so it is made first. */
const at = process.argv.findIndex((word) => word === '--paths' || word.startsWith('--paths='));
if (at !== -1 && (process.argv[at] === '--paths=win32' || process.argv[at + 1] === 'win32')) takeWindowsPaths();
await import('./command-line.ts');
