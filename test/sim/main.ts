import { takeWindowsPaths } from './windows-paths.ts';

/** What is loaded from here on has its paths by the flavour that is asked for, so this is decided first. */
const at = process.argv.findIndex((word) => word === '--paths' || word.startsWith('--paths='));
if (at !== -1 && (process.argv[at] === '--paths=win32' || process.argv[at + 1] === 'win32')) takeWindowsPaths();
await import('./command-line.ts');
