// `set NAME`, `get NAME`: an entry “Intray” in Windows' credential store, through the app's own module; `get` exits with 1 if there is none.
import keytar from 'keytar';

const [what, name] = process.argv.slice(2);
if (what === 'set') await keytar.setPassword('Intray', name, 'a key');
else process.exitCode = (await keytar.getPassword('Intray', name)) === null ? 1 : 0;
