// Stands in for the packaged app where no Electron is: one program for all of its processes, one instance, and the real engine with a real
// profile as the headless host has it. `--quit` ends the instance that runs, as electron/desktop/launch-options.ts has it.
// With a file “deaf” beside the profile it does not hear, as a program that hangs.
const { appendFileSync, existsSync, mkdirSync, readFileSync } = require('node:fs');
const { createServer, connect } = require('node:net');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const PIPE = '\\\\.\\pipe\\intray-stand-in';
const APP = path.join(__dirname, 'app');
const DATA = path.join(process.env.APPDATA ?? '', 'Intray');
const words = process.argv.slice(2);

const script = words.find((word) => word.endsWith('.js'));
if (script !== undefined) {
  // A child, which the host starts by its own program, with options for Node before it.
  process.argv = [process.execPath, script];
  load(script);
} else {
  // Asked first: Wine lets two programs listen on one pipe.
  const socket = connect(PIPE, () => socket.write(words.join(' ') || ' '));
  socket.once('error', () => (words.includes('--quit') ? process.exit(0) : run()));
  // What was said to a pipe is lost when its end closes before the other one has read it.
  socket.once('data', () => process.exit(0));
}

function run() {
  createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      socket.end('heard');
      hear(String(bytes));
    });
  }).listen(PIPE);
  mkdirSync(path.join(DATA, 'profile'), { recursive: true });
  process.on('exit', () => say('closed'));
  say(`started with “${words.join(' ')}”`);
  process.argv = [process.execPath, path.join(APP, 'main.js'), '--profile', path.join(DATA, 'profile'), '--port', '0'];
  load(path.join(APP, 'dist', 'headless', 'main.js'));
}

function hear(text) {
  say(`heard “${text}”`);
  if (text.includes('--quit') && !existsSync(path.join(DATA, 'deaf'))) process.emit('SIGTERM');
}

function load(file) {
  import(pathToFileURL(file).href).catch((error) => say(`failed: ${error.stack}`));
}

function say(what) {
  const { version } = JSON.parse(readFileSync(path.join(APP, 'package.json'), 'utf8'));
  appendFileSync(path.join(DATA, 'stand-in.log'), `${version} ${what}\n`);
}
