// `set NAME`, `get NAME`: an entry “Intray” of Windows' store of credentials, by the module that the app has; `get` ends with 1 where there is none.
import keytar from 'keytar';

const [what, name] = process.argv.slice(2);
if (what === 'set') await keytar.setPassword('Intray', name, 'a key');
else process.exitCode = (await keytar.getPassword('Intray', name)) === null ? 1 : 0;
