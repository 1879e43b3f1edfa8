import { PREVIEW_PATH } from '#shared/app-api/preview.ts';

/**
 * Run in our own page: makes the frame as the window does, passes it a program that draws into a canvas of its own, and returns what the
 * program found. The frame has no origin and no network, which the program tests.
 */
export const DRAW = `new Promise((resolve, reject) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = ${JSON.stringify(PREVIEW_PATH)};
  const program = \`
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 2;
    const paper = canvas.getContext('2d');
    paper.fillStyle = 'rgb(1, 2, 3)';
    paper.fillRect(0, 0, 2, 2);
    const drawn = [...paper.getImageData(0, 0, 1, 1).data].join(' ');
    const reached = await fetch('https://example.com/').then(() => 'reached', () => 'refused');
    previewStart.port.postMessage(drawn + ', a network ' + reached + ', origin ' + origin);
  \`;
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(String(data));
    frame.contentWindow.postMessage({ program, worker: '' }, '*', [port2]);
  });
  frame.addEventListener('error', reject);
  document.body.append(frame);
})`;

export const EXPECTED = '1 2 3 255, a network refused, origin null';
